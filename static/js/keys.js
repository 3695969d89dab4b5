/* Shortcut registry. The page declares keys: data-key="a", "mod+enter", "g f" (one after the other), "j|right" (either);
   data-key-label says what it does, data-key-group (own or of an ancestor) where the ? sheet lists it. Pressing a key clicks
   the element, or focuses a field. data-key-scope on an ancestor: only while focus is inside. Rules: docs/keys.md. */
(() => {
  "use strict";
  const STORE = "sa.keys";
  const NAMED = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", " ": "space", "+": "plus", "-": "minus", ",": "comma", ".": "dot" };
  const mac = /Mac|iP(hone|ad)/.test(navigator.platform);
  const SHOWN = { mod: mac ? "⌘" : "Ctrl", shift: mac ? "⇧" : "Shift", enter: "↵", escape: "Esc", space: "Space", up: "↑", down: "↓", left: "←", right: "→", plus: "+", minus: "−", comma: ",", dot: ".", pageup: "PgUp", pagedown: "PgDn", home: "Home", end: "End" };
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const own = []; // keys that scripts register: {keys, label, group, run, when?, moves?}
  const prefs = load();
  let pending = "", timer = 0, learning = null, byKey = false; // byKey: the focus came by Tab, not by the mouse

  function load() {
    try { return { off: false, map: {}, ...JSON.parse(localStorage.getItem(STORE) || "{}") }; } catch { return { off: false, map: {} }; }
  }
  function save() {
    try { localStorage.setItem(STORE, JSON.stringify(prefs)); } catch { /* private windows keep it for this page only */ }
    refresh();
  }

  /* "mod+shift+j" for an event; AltGr and Mac's Option only help to type a character, they are no modifiers. */
  function stroke(event) {
    const typed = event.key.length === 1;
    const letter = typed && event.key.toLowerCase() !== event.key.toUpperCase();
    const altgr = event.getModifierState("AltGraph") || (mac && event.altKey && typed && !event.ctrlKey && !event.metaKey);
    if (event.altKey && !altgr) return "";
    const mod = (event.ctrlKey || event.metaKey) && !altgr;
    const shift = event.shiftKey && (letter || !typed || event.key === " ");
    return (mod ? "mod+" : "") + (shift ? "shift+" : "") + (NAMED[event.key] || event.key.toLowerCase());
  }
  const single = (spec) => !spec.includes("mod+");
  const mapped = (spec) => (prefs.map[spec] !== undefined ? prefs.map[spec] : spec);
  const alternatives = (spec) => mapped(spec).toLowerCase().split("|").filter(Boolean);
  const caps = (spec) => alternatives(spec).slice(0, 1).map((one) => one.split(" ").map((s) => s.split("+").map((k) => SHOWN[k] || k).join(" ")).join(" ")).join("");

  const editable = (el) => el?.matches?.("textarea, select, [contenteditable]:not([contenteditable=false]), input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range], [type=file])");
  const visible = (el) => (el.checkVisibility ? el.checkVisibility({ visibilityProperty: true }) : el.offsetParent !== null);
  const usable = (el) => !el.disabled && el.getAttribute("aria-disabled") !== "true";
  const topDialog = () => $$("dialog:modal").pop();
  const deciding = (el) => el.matches("[data-decides], [hx-post], [hx-put], [hx-patch], [hx-delete]") || (el.type === "submit" && el.form && el.form.method !== "get");

  /* Every action of this screen: declared by elements first, then by scripts. */
  function actions() {
    const declared = $$("[data-key]").map((el) => ({ el, keys: el.dataset.key, label: el.dataset.keyLabel || el.getAttribute("aria-label") || el.textContent.replace(/\s+/g, " ").trim(), group: el.closest("[data-key-group]")?.dataset.keyGroup || el.closest("dialog")?.querySelector("h2")?.textContent || "This screen", scope: el.closest("[data-key-scope]"), dialog: el.closest("dialog") }));
    return declared.concat(own.filter((one) => !one.when || one.when()));
  }
  function live(list) {
    const dialog = topDialog(), focus = document.activeElement;
    const inside = (a) => !a.scope || a.scope.contains(focus);
    const reach = (a) => (dialog ? a.dialog === dialog : !a.dialog);
    return list.filter((a) => reach(a) && inside(a) && (!a.el || visible(a.el))).sort((a, b) => !!b.scope - !!a.scope);
  }

  /* A bare key never fires in a field, on a button reached by keyboard, or in a group that moves by itself. */
  function resting(event, pressed) {
    const el = document.activeElement;
    if (!single(pressed)) return editable(el) && /^mod\+(shift\+)?[zyaxcv]$/.test(pressed);
    if (prefs.off || editable(el)) return true;
    if (!el || el === document.body || !visible(el)) return false;
    if (el.closest("[role=radiogroup], [role=tablist], [role=menu], [role=toolbar], [role=separator], [role=listbox]")) return true;
    if (el.matches("input[type=radio], input[type=checkbox]")) return /^(space|enter|up|down|left|right)$/.test(pressed);
    if (el.matches("button, summary, input, [role=button]")) return byKey || /^(enter|space)$/.test(pressed);
    return el.matches("a[href]") && pressed === "enter";
  }

  function onKey(event) {
    if (event.defaultPrevented || event.isComposing || event.keyCode === 229 || /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead)$/.test(event.key)) return;
    if (learning) return learn(event);
    if (event.key === "Escape") return escape(event);
    const pressed = stroke(event);
    if (!pressed || resting(event, pressed)) { pending = ""; return; }
    const list = live(actions());
    const wanted = pending ? [`${pending} ${pressed}`, pressed] : [pressed];
    pending = "";
    for (const spec of wanted) {
      const hit = list.find((a) => alternatives(a.keys).includes(spec));
      if (hit) { event.preventDefault(); return fire(hit, event); }
    }
    if (list.some((a) => alternatives(a.keys).some((one) => one.startsWith(`${pressed} `)))) {
      event.preventDefault(); pending = pressed; clearTimeout(timer); timer = setTimeout(() => { pending = ""; }, 1200);
    }
  }

  function fire({ el, run, moves, label }, event) {
    if (run) return event.repeat && !moves ? undefined : run(event);
    if (!usable(el)) return say(`${label}: not now. ${el.title || ""}`);
    if (event.repeat && !el.hasAttribute("data-key-repeats")) return undefined;
    if (deciding(el) && window.sa.busy?.()) return say("Still saving the last act.");
    if (editable(el)) { el.focus(); el.select?.(); return undefined; }
    if (el.type === "radio" || el.type === "checkbox") el.focus();
    return el.click();
  }

  /* Escape: leave the field, then close the panel, then clear the selection. */
  function escape(event) {
    const el = document.activeElement, dialog = topDialog();
    pending = "";
    if (editable(el)) { event.preventDefault(); el.blur(); dialog?.focus(); return; }
    if (dialog) { event.preventDefault(); if (dialog.dispatchEvent(new Event("cancel", { cancelable: true }))) dialog.close(); return; }
    const menu = $("details.menu[open]"), panel = $$("[data-panel]:not([hidden])").filter(visible).pop();
    if (menu) { menu.open = false; $("summary", menu).focus(); }
    else if (panel && $("[data-close]", panel)) $("[data-close]", panel).click();
    else if (el && el !== document.body && !el.closest("[data-list]")) el.blur();
    else document.dispatchEvent(new CustomEvent("sa:clear"));
  }

  function say(text) { const live = $("#live"); if (live) { live.textContent = ""; setTimeout(() => { live.textContent = text; }, 30); } }

  /* Key caps and aria-keyshortcuts follow the registry; clashes are told once per page state. */
  let told = "";
  function refresh() {
    document.documentElement.classList.toggle("no-keys", prefs.off);
    for (const el of $$("[data-key]")) {
      const cap = caps(el.dataset.key);
      let kbd = $(":scope > kbd", el) || $(`kbd[data-for="${el.id}"]`);
      if (!kbd && cap && el.matches(".btn") && !el.hasAttribute("data-key-quiet")) { kbd = document.createElement("kbd"); el.append(kbd); }
      if (kbd && kbd.textContent !== cap) { kbd.textContent = cap; kbd.hidden = !cap; }
      el.setAttribute("aria-keyshortcuts", alternatives(el.dataset.key).map((one) => one.replace("mod", mac ? "Meta" : "Control")).join(" "));
    }
    const found = clashes().map(([key, labels]) => `${key}: ${labels.join(" / ")}`).join("; ");
    if (found && found !== told) console.error(`Key clash on this screen: ${found}`);
    told = found;
    if ($("#key-sheet")?.open) sheet();
  }
  function clashes() {
    const seen = new Map();
    for (const a of actions()) {
      if (a.el && !visible(a.el) && !a.dialog) continue;
      for (const one of alternatives(a.keys)) {
        const place = a.dialog?.id || (a.scope ? "scope" : "page");
        const at = `${place} ${one}`;
        seen.set(at, [...(seen.get(at) || []), a.label]);
        if (one.includes(" ")) { const first = `${place} ${one.split(" ")[0]}`; if (!seen.has(first)) seen.set(first, []); seen.get(first).prefix = true; }
      }
    }
    return [...seen].filter(([, labels]) => labels.length > 1 || (labels.prefix && labels.length)).map(([at, labels]) => [at.replace(/^\S+ /, ""), labels]);
  }

  /* The sheet is made of what the page declares right now, plus the fixed rules. */
  function sheet() {
    const box = $("#keys-groups");
    if (!box) return;
    const groups = new Map(), seen = new Set(), clashing = new Set(clashes().map(([key]) => key));
    const fixed = { keys: "escape", label: "Leave field, close panel, clear selection", group: "Everywhere", fixed: true };
    for (const a of [...actions().filter((a) => a.dialog?.id !== "key-sheet"), fixed]) {
      const id = `${a.group} ${a.keys} ${a.label}`;
      if (seen.has(id) || (a.el && !a.dialog && !visible(a.el))) continue;
      seen.add(id);
      groups.set(a.group, [...(groups.get(a.group) || []), a]);
    }
    const order = [...groups.keys()].sort((a, b) => (a === "Everywhere") - (b === "Everywhere"));
    box.replaceChildren(...order.map((name) => section(name, groups.get(name), clashing)));
    $("#keys-on").checked = !prefs.off;
  }
  function make(tag, css, text) { const el = document.createElement(tag); if (css) el.className = css; if (text) el.textContent = text; return el; }
  function section(name, list, clashing) {
    const part = make("section", "keys-group");
    part.append(make("h3", "", name), ...list.map((a) => {
      const row = make("div", "keys-row");
      row.classList.toggle("is-clash", alternatives(a.keys).some((one) => clashing.has(one)));
      row.append(make("span", "", a.label), ...alternatives(a.keys).map((one) => make("kbd", "", one.split(" ").map((s) => s.split("+").map((k) => SHOWN[k] || k).join(" ")).join(" "))));
      if (!a.fixed) {
        const button = make("button", "btn btn-quiet btn-small", learning === a.keys ? "press…" : "Change");
        button.type = "button"; button.setAttribute("aria-label", `Change the key of ${a.label}`);
        button.addEventListener("click", () => { learning = a.keys; tell(`Press the new key for ${a.label}, Escape to leave it.`); button.textContent = "press…"; });
        row.append(button);
      }
      return row;
    }));
    return part;
  }
  function learn(event) {
    event.preventDefault(); event.stopPropagation();
    const spec = learning, pressed = stroke(event);
    learning = null;
    if (event.key === "Escape" || !pressed) tell("Left as it was.");
    else {
      const taken = actions().find((a) => a.keys !== spec && alternatives(a.keys).includes(pressed));
      if (taken) tell(`${pressed} already means: ${taken.label}. Left as it was.`);
      else { if (pressed === spec) delete prefs.map[spec]; else prefs.map[spec] = pressed; save(); tell(`Now ${pressed}.`); }
    }
    sheet();
  }
  function tell(text) { const el = $("#keys-live"); if (el) { el.textContent = text; el.classList.remove("sr"); } }

  window.sa = window.sa || {};
  window.sa.keys = { add: (action) => { own.push(action); }, refresh, clashes, actions };
  document.documentElement.classList.remove("no-js");
  document.addEventListener("keydown", onKey);
  document.addEventListener("focusin", (event) => { byKey = event.target.matches(":focus-visible"); });
  document.addEventListener("DOMContentLoaded", refresh);
  document.addEventListener("htmx:afterSettle", refresh);
  document.addEventListener("sa:opened", (event) => { if (event.target.id === "key-sheet") sheet(); });
  document.addEventListener("change", (event) => { if (event.target.id === "keys-on") { prefs.off = !event.target.checked; save(); } });
  document.addEventListener("click", (event) => { if (event.target.closest?.("#keys-reset")) { prefs.map = {}; prefs.off = false; save(); sheet(); tell("All keys are as delivered."); } });
})();
