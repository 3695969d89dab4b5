/* Marks the cell whose evidence is open, in tables of rows (data-list="grid"). Loading it is htmx's. */
(() => {
  "use strict";
  document.addEventListener("click", (event) => {
    const cell = event.target.closest?.("[data-list=grid] a.cell")?.closest("td, th");
    if (!cell) return;
    cell.closest("table").querySelectorAll(".is-cell").forEach((one) => one.classList.remove("is-cell"));
    cell.classList.add("is-cell");
  });
  /* A row walked to by key opens its first place; the mark of another row's cell goes. */
  document.addEventListener("sa:select", (event) => {
    event.target.closest("table")?.querySelectorAll(".is-cell").forEach((one) => { if (!event.target.contains(one)) one.classList.remove("is-cell"); });
  });
})();
