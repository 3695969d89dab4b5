/* The cell whose evidence is open, in tables of rows (data-list="grid"). Loading it is htmx's; this marks it, and lets
   the arrow keys that go up and down a column open that column's cells instead of the rows' first places. */
(() => {
  "use strict";
  const focused = (row) => {
    const cell = document.activeElement;
    return row.contains(cell) && cell.matches("a.cell[hx-get]") && cell !== row.querySelector("a.cell") ? cell : null;
  };
  let clicked = null; // the cell somebody chose by hand, the first one of its row included
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-list=grid] a.cell");
    const cell = link?.closest("td, th");
    if (!cell) return;
    clicked = link;
    cell.closest("table").querySelectorAll(".is-cell").forEach((one) => one.classList.remove("is-cell"));
    cell.classList.add("is-cell");
  });
  document.addEventListener("sa:select", (event) => {
    const row = event.target;
    row.closest("table")?.querySelectorAll(".is-cell").forEach((one) => { if (!row.contains(one)) one.classList.remove("is-cell"); });
    setTimeout(() => focused(row)?.click(), 0); // the focus moves right after the selection
  });
  // Asked before the request of the cell would give way to that of its row.
  document.addEventListener("htmx:confirm", (event) => {
    if (!event.target.matches("tr[data-item]")) return;
    if (focused(event.target) || event.target.contains(clicked)) event.preventDefault();
    clicked = null;
  });
})();
