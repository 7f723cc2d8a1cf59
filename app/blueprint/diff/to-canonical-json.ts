/** A JSON value as text that does not depend on the order of keys; it is stored as a print of the value. */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item ?? null)).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
  // As an object with these keys lists them: indexes first, in the order of their numbers.
  const isIndex = ([key]: [string, unknown]) => INDEX.test(key) && Number(key) < MAX_INDEX;
  const indexes = entries.filter(isIndex);
  const names = indexes.length === 0 ? entries : entries.filter((entry) => !isIndex(entry));
  const sorted = [
    ...indexes.toSorted(([a], [b]) => Number(a) - Number(b)),
    ...names.toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ];
  // Written here, and not by an object in that order: one with thousands of keys takes long to make.
  return `{${sorted.map(([key, inner]) => `${JSON.stringify(key)}:${toCanonicalJson(inner)}`).join()}}`;
}

const INDEX = /^(?:0|[1-9]\d{0,9})$/;
const MAX_INDEX = 2 ** 32 - 1;
