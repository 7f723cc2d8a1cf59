/** A JSON value as text that does not depend on the order of keys; it is stored as a print of the value. */
export function toCanonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value) items += `${items === '' ? '' : ','}${toCanonicalJson(item ?? null)}`;
    return `[${items}]`;
  }
  // Written here, and not by an object in that order: one with thousands of keys takes long to make.
  let members = '';
  for (const key of inOrder(Object.keys(value))) {
    const inner: unknown = Reflect.get(value, key);
    if (inner === undefined) continue;
    members += `${members === '' ? '' : ','}${quote(key)}:${toCanonicalJson(inner)}`;
  }
  return `{${members}}`;
}

/** As an object with these keys lists them: indexes first, in the order of their numbers, which they have. */
function inOrder(keys: string[]): string[] {
  const first = keys.findIndex((key) => !isIndex(key));
  if (first === 0) return keys.sort();
  if (first < 0) return keys;
  return [...keys.slice(0, first), ...keys.slice(first).sort()];
}

const INDEX = /^(?:0|[1-9]\d{0,9})$/;
const MAX_INDEX = 2 ** 32 - 1;

function isIndex(key: string): boolean {
  return INDEX.test(key) && Number(key) < MAX_INDEX;
}

const PLAIN = /^[\w$ .-]*$/;

function quote(key: string): string {
  return PLAIN.test(key) ? `"${key}"` : JSON.stringify(key);
}
