/* What became of an act: toasts with undo, the save state, double submits, lost connections and expired logins.
   Nothing typed is lost: a request that did not arrive waits here and can be sent again; idempotency keys make that safe. */
(() => {
  "use strict";
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const ICON = { ok: "check", warn: "warning", bad: "warning", info: "info" };
  const STATES = { saving: "Saving…", saved: "Saved", conflict: "Conflict", offline: "Offline" };
  const DRAFT = "sa.draft";
  const waiting = []; // requests that did not arrive: {verb, path, values, target, swap, source}
  const bounced = new WeakSet(); // answers that were the login page, not an outcome
  let saving = 0;

  function say(text) { const live = $("#live"); if (live) { live.textContent = ""; setTimeout(() => { live.textContent = text; }, 30); } }
  function state(name) {
    const box = $("#save");
    if (!box) return;
    box.dataset.state = name;
    box.textContent = waiting.length ? `Offline, ${waiting.length} waiting` : STATES[name] || "";
    if (waiting.length) box.dataset.state = "offline";
  }

  /* ── Toasts ── */
  function toast({ text, kind = "ok", undo_url: undo = "" }) {
    const sample = $("#toast-template"), box = $("#toasts");
    if (!sample || !box || !text) return;
    const one = sample.content.firstElementChild.cloneNode(true);
    one.classList.add(`toast-${kind}`); one.dataset.toast = kind;
    const use = $("use", one);
    use.setAttribute("href", use.getAttribute("href").replace(/#.*/, `#${ICON[kind] || "info"}`));
    $("p", one).textContent = text;
    if (undo.startsWith("/") && !undo.startsWith("//")) { $$("[data-key='mod+z']", box).forEach((el) => el.closest("form").remove()); $("form", one).action = undo; } else $("form", one).remove();
    box.append(one);
    say(text);
    expire(one);
    window.sa.keys.refresh();
  }
  /* Five seconds, longer with an undo under the pointer or focus; what went wrong stays until closed. */
  function expire(one) {
    if (/^(bad|error)$/.test(one.dataset.toast)) return;
    let left = setTimeout(() => one.remove(), 5000 + 30 * one.textContent.length);
    const hold = () => clearTimeout(left), go = () => { left = setTimeout(() => one.remove(), 3000); };
    one.addEventListener("pointerenter", hold); one.addEventListener("focusin", hold);
    one.addEventListener("pointerleave", go); one.addEventListener("focusout", go);
  }

  /* ── Notices above the page ── */
  function notice(text, kind, buttons = []) {
    const one = document.createElement("div"), words = document.createElement("div"), row = document.createElement("p");
    one.className = `notice notice-${kind}`; row.className = "row";
    words.append(Object.assign(document.createElement("p"), { textContent: text }), row);
    for (const [label, act] of buttons) {
      const button = Object.assign(document.createElement("button"), { type: "button", className: "btn btn-small", textContent: label });
      button.addEventListener("click", () => act(one)); row.append(button);
    }
    one.append(words);
    $("#notices").replaceChildren(one);
    return one;
  }

  /* ── Requests that did not arrive ── */
  const writes = (detail) => detail.requestConfig && detail.requestConfig.verb !== "get";
  function keep(detail) {
    const { verb, path, parameters, target, elt } = detail.requestConfig;
    const values = Object.fromEntries(Object.entries(parameters).filter(([name]) => name !== "csrfmiddlewaretoken"));
    waiting.push({ verb, path, values, target, source: elt });
    state("offline");
  }
  async function resend() {
    try { await freshToken(); } catch { return notice("Still no connection. Nothing is lost; it waits here.", "warn", [["Send again", resend]]); }
    if ($("#notices")) $("#notices").replaceChildren();
    for (const one of waiting.splice(0)) {
      const source = one.source.isConnected ? one.source : document.body;
      await window.htmx.ajax(one.verb.toUpperCase(), one.path, { values: one.values, source, target: one.target.isConnected ? one.target : source, swap: one.target.isConnected ? undefined : "none" });
    }
    state("saved");
    return undefined;
  }
  /* After a new login the page's token is stale: take the one of a fresh copy of this page. */
  async function freshToken() {
    const answer = await fetch(location.href, { credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if ($("[data-login-page]", page)) throw new Error("not logged in");
    const token = $("meta[name=csrf-token]", page)?.content;
    if (!token) return;
    document.body.setAttribute("hx-headers", JSON.stringify({ "X-CSRFToken": token }));
    $$("input[name=csrfmiddlewaretoken]").forEach((input) => { input.value = token; });
  }
  function loggedOut(detail) {
    if (writes(detail)) keep(detail);
    notice("You were logged out. What you typed is still here: log in in a new tab, then send it again.", "warn", [
      ["Log in in a new tab", () => window.open(document.body.dataset.login, "_blank", "noopener")],
      [waiting.length ? "Send again" : "Reload", () => (waiting.length ? resend() : location.reload())],
    ]);
  }

  document.addEventListener("htmx:beforeRequest", (event) => { if (writes(event.detail)) { saving += 1; state("saving"); event.detail.elt.setAttribute("aria-busy", "true"); } });
  document.addEventListener("htmx:afterRequest", (event) => {
    if (!writes(event.detail)) return;
    saving = Math.max(0, saving - 1);
    event.detail.elt.removeAttribute("aria-busy");
    const status = event.detail.xhr?.status;
    if (bounced.has(event.detail.xhr)) return;
    if (event.detail.successful) state("saved");
    else if (status === 409) state("conflict");
    else if (status) state("");
  });
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { detail } = event, login = document.body.dataset.login, text = detail.serverResponse || "";
    if (detail.xhr.status === 401 || (login && detail.xhr.responseURL && new URL(detail.xhr.responseURL).pathname === login && !$("[data-login-page]"))) {
      detail.shouldSwap = false; bounced.add(detail.xhr);
      loggedOut(detail);
    } else if (detail.isError && (/<html/i.test(text.slice(0, 2000)) || !text)) {
      detail.shouldSwap = false;
      notice(`That did not work (${detail.xhr.status}). Nothing was changed by it.`, "bad", [["Reload this page", () => location.reload()]]);
    } else if (!detail.isError) $$(writes(detail) ? "#notices > *" : "#notices > [data-stale]").forEach((one) => one.remove());
  });
  for (const name of ["htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(name, (event) => {
      if (writes(event.detail)) { keep(event.detail); notice("No connection. This is not saved yet; it waits here and can be sent again.", "warn", [["Send again", resend]]); }
      else if (!$("#notices > *")) notice("No connection. What you see may be out of date.", "warn", [["Reload", () => location.reload()]]).dataset.stale = "";
    });
  }
  window.addEventListener("online", () => { if (waiting.length) resend(); });
  window.addEventListener("beforeunload", (event) => { if (waiting.length) event.preventDefault(); });
  document.addEventListener("htmx:afterSettle", (event) => { const to = $("[data-focus]", event.detail.elt) || (event.detail.elt.matches?.("[data-focus]") && event.detail.elt); if (to) { to.tabIndex = to.tabIndex < 0 ? -1 : to.tabIndex; to.focus(); } });
  document.body?.addEventListener("toast", (event) => toast(event.detail));

  /* ── Plain forms: once only, never into a dead line, and kept across an expired login ── */
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method === "dialog" || form.matches("[hx-post], [hx-get], [hx-put], [hx-delete], [hx-patch]")) return;
    if (form.ariaBusy === "true") return event.preventDefault();
    if (form.method === "get") return;
    if (!navigator.onLine) { event.preventDefault(); return notice("No connection. Nothing was sent; your entries stay here.", "warn"); }
    form.ariaBusy = "true"; saving += 1; state("saving"); remember(form);
    setTimeout(rest, 15000); // an answer that is no page (a download, a stop) leaves us here: the form works again
  });
  function rest() { saving = 0; state(""); $$("form[aria-busy]").forEach((form) => { form.ariaBusy = null; }); }
  window.addEventListener("pageshow", rest);

  function remember(form) {
    if (form.hasAttribute("data-quiet") || $("input[type=password]", form)) return;
    const values = [...new FormData(form)].filter(([name, value]) => typeof value === "string" && !/^(csrf|idempotency)/.test(name));
    try { sessionStorage.setItem(DRAFT, JSON.stringify({ user: document.body.dataset.user, path: location.pathname, index: [...document.forms].indexOf(form), values })); } catch { /* full or forbidden: the form itself still holds it */ }
  }
  /* The login page marks the draft as cut off; the next page of the same person either restores it or forgets it. */
  function restore() {
    let draft;
    try { draft = JSON.parse(sessionStorage.getItem(DRAFT) || "null"); } catch { return; }
    if (!draft) return;
    if ($("[data-login-page]")) { sessionStorage.setItem(DRAFT, JSON.stringify({ ...draft, cut: true })); return; }
    sessionStorage.removeItem(DRAFT);
    const form = document.forms[draft.index];
    if (!draft.cut || draft.user !== document.body.dataset.user || draft.path !== location.pathname || !form) return;
    for (const field of [...form.elements].filter((el) => el.name && !/^(csrf|idempotency)/.test(el.name) && !/^(hidden|file|submit|password)$/.test(el.type))) {
      const values = draft.values.filter(([name]) => name === field.name).map(([, value]) => value);
      if (/^(checkbox|radio)$/.test(field.type)) field.checked = values.includes(field.value);
      else if (values.length) field.value = values[0];
    }
    notice("You were logged out before this was saved. Your entries are back; check them and send again.", "warn");
  }

  document.addEventListener("click", (event) => {
    const close = event.target.closest?.("[data-dismiss]");
    if (close) close.closest(".toast, .notice").remove();
    if (event.target.closest?.("[data-back]")) history.back();
  });

  window.sa = window.sa || {};
  window.sa.busy = () => saving > 0;
  window.sa.toast = toast;
  window.sa.notice = notice;
  window.sa.waiting = waiting;
  $$("#toasts .toast").forEach(expire);
  restore();
})();
