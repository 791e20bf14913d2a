// Tables can be sorted by their columns. Without this script nothing is missing but that.
for (const table of document.querySelectorAll("table.sortable")) {
  table.querySelectorAll("thead th").forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const down = head.getAttribute("aria-sort") === "ascending";
      table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      const value = (row) => {
        const cell = row.cells[column];
        return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
      };
      const order = (one, other) =>
        value(one) > value(other) ? 1 : value(one) < value(other) ? -1 : 0;
      const rows = [...table.tBodies[0].rows].sort(order);
      table.tBodies[0].append(...(down ? rows.reverse() : rows));
    });
  });
}
