// #region keep
type Json =
  | null
  | boolean
  | number
  | string
  | Json[]
  | { [name: string]: Json };

/** Keeps `id`, `customer.name` and so on, in each item of a list. */
export function keepFields(value: Json, paths: string[]): Json {
  if (Array.isArray(value))
    return value.map((item) => keepFields(item, paths));
  if (value === null || typeof value !== 'object') return value;
  const kept: { [name: string]: Json } = {};
  for (const [name, inner] of Object.entries(value)) {
    if (paths.includes(name)) {
      kept[name] = inner;
      continue;
    }
    const below = paths
      .filter((path) => path.startsWith(`${name}.`))
      .map((path) => path.slice(name.length + 1));
    if (below.length > 0) kept[name] = keepFields(inner, below);
  }
  return kept;
}
// #endregion
