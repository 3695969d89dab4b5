/* The review screen: the selected row stays in view, filters apply at once, a refused decision closes its dialog. */
(() => {
  "use strict";
  /* Scrolls the rows and nothing around them. */
  function reveal() {
    const row = document.querySelector("#item tbody tr[aria-current]"), pane = row?.closest(".pane-body");
    if (!pane || pane.scrollHeight <= pane.clientHeight) return;
    const top = row.getBoundingClientRect().top - pane.getBoundingClientRect().top;
    if (top < 40 || top > pane.clientHeight - row.offsetHeight) pane.scrollTop += top - pane.clientHeight / 3;
  }
  document.addEventListener("DOMContentLoaded", reveal);
  document.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "item") reveal(); });
  document.addEventListener("change", (event) => { if (event.target.matches?.("[data-submits]")) event.target.form.requestSubmit(); });
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.xhr?.status === 409) document.querySelector("#bar dialog[open]")?.close(); });
})();
