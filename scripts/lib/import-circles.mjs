/**
 * The groups of files that import each other in circles, types and lazy imports included (strongly connected components).
 * @param {Map<string, string[]>} imports what each file imports
 * @returns {string[][]}
 */
export function findCircles(imports) {
  const order = new Map();
  const lowest = new Map();
  /** @type {string[]} */
  const open = [];
  /** @type {string[][]} */
  const circles = [];
  const visit = (file) => {
    order.set(file, order.size);
    lowest.set(file, order.get(file));
    open.push(file);
    for (const target of imports.get(file)) {
      if (!imports.has(target)) continue;
      if (!order.has(target)) visit(target);
      if (open.includes(target)) lowest.set(file, Math.min(lowest.get(file), lowest.get(target)));
    }
    if (lowest.get(file) !== order.get(file)) return;
    const members = open.splice(open.indexOf(file));
    if (members.length > 1) circles.push(members.sort());
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}
