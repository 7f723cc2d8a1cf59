const MAX_DEPTH = 6;
/** Items of a list, and characters of a text, that are shown of a value which is too long. */
const STEPS = [
  { items: 20, characters: 200 },
  { items: 6, characters: 80 },
  { items: 3, characters: 40 },
];

/** A value in so many characters of JSON, about: long texts and lists lose their ends, and say so. */
export function boundValue(value: unknown, limit: number): unknown {
  if (sizeOf(value) <= limit) return value;
  for (const { items, characters } of STEPS) {
    const shorter = cutValue(value, items, characters, 0);
    if (sizeOf(shorter) <= limit) return shorter;
  }
  const left = `(${sizeOf(value)} characters, not repeated here)`;
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { left } : left;
}

function cutValue(value: unknown, items: number, characters: number, depth: number): unknown {
  if (typeof value === 'string') {
    const rest = value.length - characters;
    return rest > 0 ? `${value.slice(0, characters)}… (${rest} more characters)` : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  const go = (each: unknown) => cutValue(each, items, characters, depth + 1);
  if (Array.isArray(value)) {
    const rest = value.length - items;
    return [...value.slice(0, items).map(go), ...(rest > 0 ? [`… ${rest} more`] : [])];
  }
  const entries = Object.entries(value);
  const kept = entries.slice(0, items).map(([key, item]) => [key, go(item)]);
  const rest = entries.length - items;
  return Object.fromEntries([...kept, ...(rest > 0 ? [['…', `${rest} more`]] : [])]);
}

function sizeOf(value: unknown): number {
  return (JSON.stringify(value) ?? '').length;
}
