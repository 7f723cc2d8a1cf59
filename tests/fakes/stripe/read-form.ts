/** A form after its brackets are read: `items[0][price]=p` is `{items: [{price: 'p'}]}`. */
export type FormValue = string | FormValue[] | { [name: string]: FormValue };
export type Form = { [name: string]: FormValue };

/** Reads a form or a query as Stripe writes them: nested by brackets, lists by numbers or by `[]`. */
export function readForm(text: string): Form {
  const root: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const end = name.indexOf('[');
    const inner = [...name.matchAll(/\[([^\]]*)\]/g)].map(([, part = '']) => part);
    const path = end === -1 ? [name] : [name.slice(0, end), ...inner];
    put(root, path, value);
  }
  return Object.fromEntries(Object.entries(root).map(([key, value]) => [key, toLists(value)]));
}

function put(node: Form, [head = '', ...rest]: string[], value: string): void {
  const key = head === '' ? String(Object.keys(node).length) : head;
  if (rest.length === 0) {
    node[key] = value;
    return;
  }
  const next = node[key];
  const child = typeof next === 'object' && !Array.isArray(next) ? next : {};
  node[key] = child;
  put(child, rest, value);
}

/** An object whose names are 0, 1, 2 … is a list. */
function toLists(value: FormValue): FormValue {
  if (typeof value !== 'object' || Array.isArray(value)) return value;
  const entries = Object.entries(value).map(([key, child]) => [key, toLists(child)] as const);
  const isList = entries.length > 0 && entries.every(([key]) => /^\d+$/.test(key));
  return isList ? entries.map(([, child]) => child) : Object.fromEntries(entries);
}
