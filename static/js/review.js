/* The review screen: the finding's row is marked and kept in view, rows that are shown already are not sent again, filters
   apply at once, a decision that came too late closes its dialog. */
(() => {
  "use strict";
  const $ = (selector) => document.querySelector(selector);
  const rows = () => [...document.querySelectorAll("#rows-body tbody tr[data-item]")];

  /* The server says which rows the finding is about; the table may be the one that stood here before. */
  function mark() {
    const { row = "", column = "", flagged = "" } = $("#finding-body > .finding")?.dataset || {}, about = new Set(flagged.split(" "));
    for (const one of rows()) {
      const here = one.dataset.item === row;
      if (here) one.setAttribute("aria-current", "true"); else one.removeAttribute("aria-current");
      [...one.cells].forEach((cell, at) => {
        cell.classList.toggle("is-cell", here && column !== "" && at === Number(column));
        cell.classList.toggle("is-flagged", about.has(one.dataset.item) && at === Number(column || 0));
      });
    }
    reveal();
  }
  /* Scrolls the rows and nothing around them. */
  function reveal() {
    const row = rows().find((one) => one.hasAttribute("aria-current")), pane = row?.closest(".pane-body");
    if (!pane) return;
    const frame = pane.getBoundingClientRect(), top = row.getBoundingClientRect().top - frame.top;
    if (top < 40 || top > pane.clientHeight - row.offsetHeight) pane.scrollTop += top - pane.clientHeight / 3;
    const cell = row.querySelector(".is-cell")?.getBoundingClientRect(), first = row.cells[0].offsetWidth;
    if (cell && cell.right > frame.right) pane.scrollLeft += cell.right - frame.right;
    else if (cell && cell.left < frame.left + first && cell.left !== row.cells[0].getBoundingClientRect().left) pane.scrollLeft -= frame.left + first - cell.left;
  }

  document.addEventListener("DOMContentLoaded", mark);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "finding-body" || event.target.id === "rows-body") mark(); });
  document.addEventListener("htmx:configRequest", (event) => { event.detail.headers["X-Rows-Shown"] = $("#rows-body")?.dataset.shown || ""; });
  document.addEventListener("change", (event) => { if (event.target.matches?.("[data-submits]")) event.target.form.requestSubmit(); });
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.xhr?.status === 409) $("#bar dialog[open]")?.close(); });
})();
