/* Moving about: theme, dialogs, lists and tables walked by key (data-list), panes that fold, resize or become tabs. */
(() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const root = document.documentElement;
  const narrow = matchMedia("(max-width: 59.99rem)");
  const rtl = () => getComputedStyle(root).direction === "rtl";
  const visible = (el) => el.checkVisibility();

  /* ── Theme: a cookie, so that the server paints the next page right ── */
  function paint(theme) {
    if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
    $$("[data-theme-set]").forEach((el) => { el.ariaPressed = String(el.dataset.themeSet === (theme || "")); });
  }
  function choose(theme) {
    const secure = location.protocol === "https:" ? ";secure" : "";
    document.cookie = `theme=${theme};path=/;samesite=lax;max-age=${theme ? 31536000 : 0}${secure}`;
    paint(theme);
    $$("iframe[data-themed]").forEach((frame) => { frame.src = frame.src; });
  }

  /* ── Dialogs: a link or button names one; without script the link leads to a page with the same form ── */
  function open(dialog) {
    if (!dialog || dialog.open) return;
    dialog.showModal();
    dialog.dispatchEvent(new CustomEvent("sa:opened", { bubbles: true }));
    dialog.tabIndex = -1; // focus on the dialog itself, so that its keys work at once
    ($("[autofocus]", dialog) || dialog).focus();
  }
  document.addEventListener("click", (event) => {
    const el = event.target;
    const opener = el.closest("[data-dialog]"), theme = el.closest("[data-theme-set]"), tab = el.closest(".pane-tabs button"), fold = el.closest(".fold");
    if (opener && !event.ctrlKey && !event.metaKey && document.getElementById(opener.dataset.dialog)) { event.preventDefault(); open(document.getElementById(opener.dataset.dialog)); }
    if (el.closest("dialog [data-close]") || (el.matches("dialog.dialog") && outside(el, event))) el.closest("dialog").close();
    if (theme) choose(theme.dataset.themeSet);
    if (tab) show(document.getElementById(tab.getAttribute("aria-controls")));
    if (fold) toggle(fold.closest(".pane"));
    $$("details.menu[open]").filter((menu) => !menu.contains(el)).forEach((menu) => { menu.open = false; });
    const row = el.closest("[data-list] [data-item]");
    if (row) select(row, { focus: false });
  });
  function outside(dialog, { clientX, clientY }) {
    const box = dialog.getBoundingClientRect();
    return clientX < box.left || clientX > box.right || clientY < box.top || clientY > box.bottom;
  }

  /* ── Lists: j and k walk rows, Shift only the unresolved ones; in data-list="grid" arrows walk cells ── */
  const lists = () => $$("[data-list]").filter(visible);
  const rows = (list) => $$("[data-item]", list).filter(visible);
  const current = (list) => $("[data-item][aria-current]", list);
  const handle = (row) => $("[data-open], .item-link, a[href]", row) || row;
  let last = null;
  function active() {
    const all = lists(), focused = document.activeElement?.closest?.("[data-list]");
    return focused || (all.includes(last) ? last : all.find((list) => list.hasAttribute("data-list-main")) || all[0]);
  }
  function select(row, { focus = true, announce = true } = {}) {
    const list = row.closest("[data-list]"), before = current(list);
    last = list;
    if (before !== row) { before?.removeAttribute("aria-current"); row.setAttribute("aria-current", "true"); }
    if (focus) { const to = handle(row); if (to === row) row.tabIndex = -1; to.focus({ preventScroll: true }); }
    row.scrollIntoView({ block: "nearest", inline: "nearest" });
    const name = list.dataset.listParam;
    if (name) { const url = new URL(location); url.searchParams.set(name, row.dataset.item); history.replaceState(history.state, "", url); }
    if (before !== row && announce) row.dispatchEvent(new CustomEvent("sa:select", { bubbles: true }));
    if (narrow.matches && !focus && list.dataset.shows) show(document.getElementById(list.dataset.shows));
  }
  function step(by, unresolved) {
    const list = active();
    if (!list) return;
    const all = rows(list), from = all.indexOf(current(list));
    let at = from < 0 && by < 0 ? all.length : from;
    do at += by; while (unresolved && all[at] && all[at].hasAttribute("data-resolved"));
    if (all[at]) select(all[at]);
  }
  function cell(across, down) {
    const here = document.activeElement?.closest?.("td, th"), row = here?.parentElement;
    const list = active();
    if (!here || !list.contains(here)) return step(down || across, false);
    const to = down ? rows(list)[rows(list).indexOf(row) + down]?.cells[here.cellIndex] : row.cells[here.cellIndex + (rtl() ? -across : across)];
    const target = to && ($("a[href], button", to) || to);
    if (!target) return undefined;
    if (target === to) to.tabIndex = -1;
    if (down) select(to.parentElement, { focus: false });
    target.focus({ preventScroll: true });
    return to.scrollIntoView({ block: "nearest", inline: "nearest" });
  }
  const any = () => lists().length > 0, grid = () => active()?.dataset.list === "grid", plain = () => any() && !grid();
  const queue = { group: "Moving", moves: true };
  for (const key of [
    { keys: "j", label: "Next", when: any, run: () => step(1, false) },
    { keys: "k", label: "Previous", when: any, run: () => step(-1, false) },
    { keys: "right", label: "Next", when: plain, run: () => step(1, false) },
    { keys: "left", label: "Previous", when: plain, run: () => step(-1, false) },
    { keys: "shift+j", label: "Next unresolved", when: any, run: () => step(1, true) },
    { keys: "shift+k", label: "Previous unresolved", when: any, run: () => step(-1, true) },
    { keys: "right", label: "Cell to the right", when: grid, run: () => cell(1, 0) },
    { keys: "left", label: "Cell to the left", when: grid, run: () => cell(-1, 0) },
    { keys: "down", label: "Cell below", when: grid, run: () => cell(0, 1) },
    { keys: "up", label: "Cell above", when: grid, run: () => cell(0, -1) },
    { keys: "enter", label: "Open", when: any, moves: false, run: () => { const row = current(active()); if (row) handle(row).click(); } },
  ]) window.sa.keys.add({ ...queue, ...key });
  document.addEventListener("sa:clear", () => { const row = active() && current(active()); if (row) { row.removeAttribute("aria-current"); document.activeElement?.blur(); } });

  /* ── Panes ── */
  const stored = (key) => { try { return JSON.parse(localStorage.getItem(`sa.panes.${key}`) || "{}"); } catch { return {}; } };
  const store = (key, value) => { try { localStorage.setItem(`sa.panes.${key}`, JSON.stringify({ ...stored(key), ...value })); } catch { /* not kept */ } };
  const side = (pane) => pane.classList.contains("pane-queue") ? "queue" : "evidence";
  const title = (pane) => pane.getAttribute("aria-label") || $("h2", pane)?.textContent.trim() || pane.id;
  function width(pane, rem) {
    const size = Math.max(12, Math.min(rem, innerWidth / 16 / 2));
    pane.closest(".work").style.setProperty(`--pane-${side(pane)}`, `${size}rem`);
    return size;
  }
  function toggle(pane, folded = !pane.classList.contains("is-folded")) {
    pane.classList.toggle("is-folded", folded);
    const button = $(".fold", pane);
    button.ariaExpanded = String(!folded);
    button.setAttribute("aria-label", `${folded ? "Unfold" : "Fold"} ${title(pane)}`);
    store(pane.closest(".work").dataset.panes, { [`${side(pane)}Folded`]: folded });
  }
  function show(pane) {
    const work = pane?.closest(".has-tabs");
    if (!work) return;
    $$(".pane", work).forEach((one) => one.classList.toggle("is-shown", one === pane));
    $$(".pane-tabs button", work.parentElement).forEach((tab) => { const on = tab.getAttribute("aria-controls") === pane.id; tab.ariaSelected = String(on); tab.tabIndex = on ? 0 : -1; });
    window.sa.keys.refresh();
  }
  function tabs(work, panes) {
    const bar = document.createElement("div");
    bar.className = "pane-tabs"; bar.setAttribute("role", "tablist");
    bar.append(...panes.map((pane) => {
      const tab = Object.assign(document.createElement("button"), { type: "button", textContent: title(pane) });
      tab.setAttribute("role", "tab"); tab.setAttribute("aria-controls", pane.id);
      return tab;
    }));
    bar.addEventListener("keydown", (event) => {
      const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key], all = [...bar.children];
      const to = by && all[(all.indexOf(document.activeElement) + (rtl() ? -by : by) + all.length) % all.length];
      if (to) { event.preventDefault(); to.click(); to.focus(); }
    });
    work.before(bar); work.classList.add("has-tabs");
    const asked = new URLSearchParams(location.search); // an address that names an item opens at the item
    const list = $$("[data-list-param][data-shows]", work).find((one) => asked.has(one.dataset.listParam));
    show((list && document.getElementById(list.dataset.shows)) || panes.find((pane) => pane.hasAttribute("data-first")) || panes[0]);
  }
  function splitter(pane, key) {
    const bar = document.createElement("div"), left = side(pane) === "queue";
    bar.className = "splitter"; bar.tabIndex = 0;
    for (const [name, value] of [["role", "separator"], ["aria-orientation", "vertical"], ["aria-label", `Width of ${title(pane)}`], ["aria-valuemin", "12"], ["aria-valuemax", "60"]]) bar.setAttribute(name, value);
    const set = (rem, keep) => { const size = width(pane, rem); bar.setAttribute("aria-valuenow", Math.round(size)); if (keep) store(key, { [side(pane)]: size }); };
    const grow = (event) => (left !== rtl() ? event.clientX - pane.getBoundingClientRect().left : pane.getBoundingClientRect().right - event.clientX) / 16;
    bar.addEventListener("pointerdown", (event) => { bar.setPointerCapture(event.pointerId); bar.classList.add("is-dragging"); event.preventDefault(); });
    bar.addEventListener("pointermove", (event) => { if (bar.hasPointerCapture(event.pointerId)) set(grow(event)); });
    bar.addEventListener("pointerup", (event) => { bar.classList.remove("is-dragging"); set(grow(event), true); });
    bar.addEventListener("keydown", (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (by) { event.preventDefault(); set(pane.getBoundingClientRect().width / 16 + by * (left !== rtl() ? 1 : -1), true); }
    });
    bar.addEventListener("dblclick", () => { pane.closest(".work").style.removeProperty(`--pane-${side(pane)}`); store(key, { [side(pane)]: undefined }); });
    if (left) pane.after(bar); else pane.before(bar);
    set(stored(key)[side(pane)] || pane.getBoundingClientRect().width / 16);
  }
  function panes(work) {
    const key = work.dataset.panes ||= "all", all = $$(":scope > .pane", work);
    if (all.length < 2) return;
    for (const pane of all.filter((one) => one.matches(".pane-queue, .pane-evidence"))) {
      if (!work.matches(".has-tabs")) splitter(pane, key);
      foldable(pane, stored(key)[`${side(pane)}Folded`]);
    }
    if (!work.matches(".has-tabs")) tabs(work, all);
  }
  function foldable(pane, folded) {
    const head = $(".pane-head", pane);
    if (!head || $(".fold", head)) return;
    const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-quiet btn-icon btn-small fold" });
    button.append($("#fold-icon").content.cloneNode(true));
    head.append(button);
    toggle(pane, Boolean(folded));
  }

  paint(root.dataset.theme || "");
  $$(".work").forEach(panes);
  document.addEventListener("htmx:afterSettle", () => $$(".work").forEach(panes)); // a swap may bring a new head or a new work
  if (!narrow.matches) $$(".pane-body [data-list] [aria-current]").forEach((row) => row.scrollIntoView({ block: "nearest" }));
  if ($("#key-sheet")) window.sa.keys.refresh();
})();
