import type { Blueprint } from '#app/blueprint/blueprint.ts';

/** Words, and what is made of them: two texts that ask for the same may differ in these. */
const WORDS = new Set(['title', 'description', 'summary', 'examples', 'example']);

/** What a blueprint calls and takes, without its words and the order of its tools. */
export function toShape({ tools, upstreams }: Blueprint): unknown {
  const bases = new Map(upstreams.map(({ id, baseUrl }) => [id, baseUrl]));
  const shapes = tools.map(({ name, inputSchema, action, annotations }) => {
    const where = action.kind === 'http' ? bases.get(action.upstream) : null;
    const call = action.kind === 'http' ? { ...action, upstream: where } : action;
    return sortKeys({ name, inputSchema, call, annotations });
  });
  const apis = upstreams.map(({ baseUrl, auth }) => sortKeys({ baseUrl, auth }));
  const byText = (a: unknown, b: unknown) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1);
  return { tools: shapes.toSorted(byText), apis: apis.toSorted(byText) };
}

/** A shape in which other words stand for some; sorted anew, because they may sort otherwise. */
export function swapWords(shape: unknown, swap: (text: string) => string): unknown {
  return sortKeys(JSON.parse(swap(JSON.stringify(shape))));
}

/** The same with its keys in order; lists of names, whose order means nothing, are sorted too. */
function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(sortKeys);
    const text = (item: unknown) => JSON.stringify(item);
    return items.toSorted((a, b) => (text(a) < text(b) ? -1 : 1));
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).filter(
    ([key, inner]) => !(WORDS.has(key) && typeof inner === 'string') && key !== 'examples',
  );
  const sorted = kept.toSorted(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([key, inner]) => [key, sortKeys(inner)]));
}
