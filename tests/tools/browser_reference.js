// Runs in the page: reads from the drawn boxes which row and column each table cell covers, and the text it shows.
(mostSuperscripts) => {
  const HIDDEN = "sup.reference, sup.mw-ref, sup.noprint, sup.Inline-Template, sup.need_ref_tag, .mw-editsection, " +
    ".editsection, .sortkey, .geo-nondefault, .geo-multi-punct, .editoronly, .mw-cite-backlink, .citation-comment, " +
    ".navbar, .asof-tag, style, script, template, noscript, input { display: none !important }";
  const DRAWN = "* { direction: ltr !important; text-transform: none !important; letter-spacing: 0 !important }" +
    "table { border-collapse: separate !important; border-spacing: 2px !important; width: auto !important; " +
    "table-layout: auto !important; min-width: 0 !important; max-width: none !important; float: none !important; " +
    "position: static !important; transform: none !important; height: auto !important }" +
    "td, th { padding: 3px !important; min-width: 12px !important; width: auto !important; max-width: none !important; " +
    "height: 12px !important; border: 1px solid !important; box-sizing: border-box !important; " +
    "position: static !important; vertical-align: top !important }" +
    "tr { height: 14px !important; position: static !important }" +
    "colgroup, col { width: auto !important }";
  const sheet = document.createElement("style");
  sheet.textContent = HIDDEN + DRAWN;
  document.documentElement.appendChild(sheet);
  document.querySelectorAll("img").forEach((img) => img.removeAttribute("src"));

  const tables = [...document.querySelectorAll("table")];
  for (const table of tables) {
    for (let at = table; at && at !== document.documentElement; at = at.parentElement) {
      if (getComputedStyle(at).display === "none") {
        at.style.setProperty("display", at.tagName === "TABLE" ? "table" : "block", "important");
      }
    }
    if (getComputedStyle(table).display !== "table") table.style.setProperty("display", "table", "important");
  }

  const isShown = (element) => getComputedStyle(element).display !== "none";
  const rowsOf = (table) => [...table.rows].filter((row) => isShown(row) && isShown(row.parentElement));
  const cellsOf = (row) => [...row.cells].filter(isShown);

  // A row of one-column cells in a row group of its own shows where each column begins and ends.
  const rulerFor = (table, rows) => {
    let columns = 1;
    for (const row of rows) {
      let wide = 0;
      for (const cell of row.cells) wide += Math.min(cell.colSpan, 1000);
      columns = Math.max(columns, wide);
    }
    const group = document.createElement("tbody");
    const row = group.appendChild(document.createElement("tr"));
    for (let n = 0; n < Math.min(columns * 2 + 20, 2100); n++) row.appendChild(document.createElement("td"));
    table.appendChild(group);
    return group;
  };
  const near = (list, value) => {
    let best = 0;
    list.forEach((held, n) => { if (Math.abs(held - value) < Math.abs(list[best] - value)) best = n; });
    if (Math.abs(list[best] - value) > 1.5) throw new Error(`no edge at ${value}`);
    return best;
  };
  const placesOf = (table) => {
    const rows = rowsOf(table);
    const ruler = rulerFor(table, rows);
    const marks = [...ruler.firstChild.cells].map((cell) => cell.getBoundingClientRect());
    const lefts = marks.map((box) => box.left), rights = marks.map((box) => box.right);
    const boxes = rows.map((row) => row.getBoundingClientRect());
    const order = boxes.map((box, n) => n).sort((a, b) => boxes[a].top - boxes[b].top || a - b);
    const tops = order.map((n) => boxes[n].top), bottoms = order.map((n) => boxes[n].bottom);
    const places = rows.flatMap((row) => cellsOf(row).map((cell) => {
      const box = cell.getBoundingClientRect();
      const top = near(tops, box.top), left = near(lefts, box.left);
      return { cell, at: [top, left, near(bottoms, box.bottom) - top + 1, near(rights, box.right) - left + 1] };
    }));
    ruler.remove();
    return places.sort((a, b) => a.at[0] - b.at[0]);
  };

  const shownText = (cell) => {
    const text = cell.innerText.trim();
    if (text) return text;
    const own = [...cell.querySelectorAll("img")].filter((img) => isShown(img) && img.closest("td, th") === cell);
    const alts = own.map((img) => (img.alt || "").trim()).filter(Boolean);
    return alts.join(" ") || cell.getAttribute("data-sort-value") || "";
  };
  const textsOf = (cell) => {
    const inner = [...cell.querySelectorAll("table")];
    inner.forEach((table) => table.style.setProperty("display", "none", "important"));
    const marks = [...cell.querySelectorAll("sup")]
      .filter((sup) => isShown(sup) && sup.closest("td, th") === cell);
    const texts = [];
    const choices = marks.length <= mostSuperscripts ? 1 << marks.length : 2;
    for (let choice = 0; choice < choices; choice++) {
      marks.forEach((sup, n) => {
        const hide = choices === 2 ? choice === 1 : (choice >> n) & 1;
        if (hide) sup.style.setProperty("display", "none", "important"); else sup.style.removeProperty("display");
      });
      texts.push(shownText(cell));
    }
    marks.forEach((sup) => sup.style.removeProperty("display"));
    inner.forEach((table) => table.style.setProperty("display", "table", "important"));
    return texts;
  };

  const placed = tables.map(placesOf);
  return placed.map((places) => places.map(({ cell, at }) => ({ at, texts: textsOf(cell) })));
}
