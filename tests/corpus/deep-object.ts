import type { JsonValue } from '#app/runtime/definition.ts';

import type { OracleQuestion } from './ask-oracle.ts';
import type { Difference } from './compare-requests.ts';
import { isObject } from './document-operations.ts';
import { plain, valuesOf } from './written-values.ts';

/** Ours is what the rule says, here and under every name that swagger-client does not write. */
export function isDeepObject(
  { part, name, ours }: Difference,
  question: OracleQuestion,
  all: readonly Difference[],
): boolean {
  if (part !== 'query' && part !== 'form' && part !== 'multipart') return false;
  const isSame = (text: string | null, values: string[]) =>
    JSON.stringify(valuesOf(part, text)) === JSON.stringify(values);
  return deepValues(question).some(([deep, value]) => {
    const key = plain(name);
    if (!isDeep(value) || (key !== deep && !key.startsWith(`${deep}[`))) return false;
    const written = deepPairs(deep, value);
    const deeper = [...written].filter(([path]) => !/^\[[^[\]]+\]$/.test(path.slice(deep.length)));
    return (
      isSame(ours, written.get(key) ?? []) &&
      deeper.every(([path, values]) =>
        all.some((other) => plain(other.name) === path && isSame(other.ours, values)),
      )
    );
  });
}

/** Parameters and fields of the style deepObject, with their values. */
function deepValues({ action, args }: OracleQuestion): [name: string, value: JsonValue][] {
  const parameters = action.parameters
    .filter(({ style }) => style === 'deepObject')
    .map(({ name, argument }): [string, JsonValue | undefined] => [name, args[argument]]);
  const { body } = args;
  const parts = (action.body?.contents ?? []).flatMap((content) =>
    Object.entries(content.parts ?? {})
      .filter(([, part]) => part.style === 'deepObject')
      .map(([name]): [string, JsonValue | undefined] => [
        name,
        isObject(body) ? body[name] : undefined,
      ]),
  );
  return [...parameters, ...parts].flatMap(([name, value]): [string, JsonValue][] =>
    value === undefined ? [] : [[name, value]],
  );
}

function isDeep(value: JsonValue): boolean {
  if (Array.isArray(value)) return true;
  return isObject(value) && Object.values(value).some((item) => typeof item === 'object');
}

/**
 * What a deepObject of any depth is written as, in plain characters: `a[b]` for members, `a[b][]` for
 * lists of plain values, `a[b][0][c]` for lists of others, and nothing for null.
 */
function deepPairs(name: string, value: JsonValue): Map<string, string[]> {
  const written = new Map<string, string[]>();
  const waiting: [path: string, value: JsonValue][] = [[name, value]];
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const [path, current] = next;
    if (Array.isArray(current)) {
      const hasNames = current.some((item) => item !== null && typeof item === 'object');
      waiting.push(
        ...current.map((item, index): [string, JsonValue] => [
          hasNames ? `${path}[${index}]` : `${path}[]`,
          item,
        ]),
      );
    } else if (isObject(current)) {
      waiting.push(
        ...Object.entries(current).map(([key, item]): [string, JsonValue] => [
          `${path}[${key}]`,
          item,
        ]),
      );
    } else if (current !== null) {
      written.set(path, [...(written.get(path) ?? []), String(current)]);
    }
  }
  return written;
}
