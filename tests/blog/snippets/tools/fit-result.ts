// #region fit
/** As many items as fit, and a sentence that says how to get the rest. */
export function fitItems<Item>(
  items: Item[],
  maxBytes: number,
): { items: Item[]; note: string | null } {
  let bytes = 2;
  let count = 0;
  for (const item of items) {
    bytes += new TextEncoder().encode(JSON.stringify(item)).length + 1;
    if (bytes > maxBytes) break;
    count += 1;
  }
  const left = items.length - count;
  const note =
    left === 0
      ? null
      : `${left} of ${items.length} items were left out. Filter by "status".`;
  return { items: items.slice(0, count), note };
}
// #endregion
