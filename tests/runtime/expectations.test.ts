import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { toJsonPath } from '#app/platform/json-path.ts';
import type { Expectations, ValueCheck } from '#app/runtime/expectations/expectations.ts';
import { findUnmet, toCheckedValue } from '#app/runtime/expectations/find-unmet.ts';
import { readJsonPath, selectValues } from '#app/runtime/expectations/select-values.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import type { ToolResult } from '#app/runtime/tool-context.ts';

const NO_SCHEMA = { schema: undefined, definitions: {} };

/** Documents as they come over the wire: without -0, which JSON does not have. */
const documents = fc.jsonValue({ maxDepth: 4 }).map((value) => parseJson(JSON.stringify(value)));

function answering(value: JsonValue): ToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }] };
}

/** What is not met by an answer, of the checks of single values. */
function judge(checks: ValueCheck[], result: ToolResult): string[] {
  const call = { result, status: 200, milliseconds: 5 };
  return findUnmet({ outcome: 'success', checks }, call, NO_SCHEMA);
}

/** Every value in a document, by the path that leads to it. */
function* walk(value: JsonValue, at: (string | number)[] = []): Generator<[string, JsonValue]> {
  yield [toJsonPath(at), value];
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* walk(item, [...at, index]);
  } else if (isJsonObject(value)) {
    for (const [name, child] of Object.entries(value)) yield* walk(child, [...at, name]);
  }
}

describe('a path', () => {
  test('leads to each value of any document, and to nothing else', () => {
    fc.assert(
      fc.property(documents, (document) => {
        for (const [path, value] of walk(document)) {
          const steps = readJsonPath(path);
          expect(steps === null ? path.length > 500 : selectValues(document, steps)).toEqual(
            steps === null ? true : [value],
          );
        }
      }),
    );
  });

  test('that leads nowhere finds nothing, whatever the document is', () => {
    fc.assert(
      fc.property(documents, fc.string({ minLength: 1, maxLength: 20 }), (document, name) => {
        const isThere = isJsonObject(document) && Object.hasOwn(document, name);
        const steps = readJsonPath(toJsonPath([name])) ?? [];
        expect(selectValues(document, steps)).toHaveLength(isThere ? 1 : 0);
      }),
    );
  });

  test('of any text is read or refused, and never throws', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 60 }),
      fc
        .array(fc.constantFrom('.', '[', ']', "'", '"', '*', '-', '1', 'a', '\\', '$'))
        .map((parts) => `$${parts.join('')}`),
    );
    fc.assert(
      fc.property(texts, documents, (text, document) => {
        const steps = readJsonPath(text);
        expect(steps === null ? [] : selectValues(document, steps)).toBeInstanceOf(Array);
      }),
    );
  });

  test('goes through lists from either end, and through all of their items', () => {
    const document: JsonValue = { list: [{ id: 1 }, { id: 2 }, {}], map: { a: 3, b: 4 } };
    const select = (path: string) => selectValues(document, readJsonPath(path) ?? []);
    expect(select('$.list[-2].id')).toEqual([2]);
    expect(select('$.list[*].id')).toEqual([1, 2]);
    expect(select('$.map.*')).toEqual([3, 4]);
    expect(select('$["list"][0][\'id\']')).toEqual([1]);
    for (const path of ['list', '$list', '$.', '$[a]', '$[1', '$..id', '$[?(@.id)]', '']) {
      expect(readJsonPath(path), path).toBeNull();
    }
  });

  test('through lists of lists ends at ten thousand values', () => {
    const wide: JsonValue = Array.from({ length: 300 }, () => Array<number>(300).fill(1));
    expect(selectValues(wide, readJsonPath('$[*][*]') ?? [])).toHaveLength(10_000);
  });
});

describe('a check', () => {
  test('holds for the value that is there, and for no other one', () => {
    fc.assert(
      fc.property(documents, documents, (document, other) => {
        const check: ValueCheck = { path: '$', is: 'equals', value: other };
        const found = judge([check], answering(document));
        expect(found).toHaveLength(isDeepStrictEqual(document, other) ? 0 : 1);
        const same: ValueCheck = { path: '$', is: 'equals', value: structuredClone(document) };
        expect(judge([same], answering(document))).toEqual([]);
      }),
    );
  });

  test('says what was expected and what came', () => {
    const result = answering({ name: 'Rex', tags: ['a', 'b'], age: 3 });
    const checks: ValueCheck[] = [
      { path: '$.name', is: 'equals', value: 'Max' },
      { path: '$.name', is: 'matches', pattern: '^M' },
      { path: '$.age', is: 'matches', pattern: '^3$' },
      { path: '$.tags[*]', is: 'matches', pattern: '^a$' },
      { path: '$.tags', is: 'absent' },
      { path: '$.owner', is: 'present' },
      { path: '$.owner', is: 'equals', value: null },
      { path: '$.owner', is: 'absent' },
    ];
    expect(judge(checks, result)).toEqual([
      '$.name should be "Max", but is "Rex".',
      '$.name should match ^M, but is "Rex".',
      '$.tags[*] should match ^a$, but is "b".',
      '$.tags should be absent, but is ["a","b"].',
      '$.owner is missing.',
      '$.owner is missing.',
    ]);
  });

  test('with a pattern that would take for ever ends', () => {
    const text = `${'a'.repeat(50_000)}!`;
    const found = judge([{ path: '$', is: 'matches', pattern: '^(a+)+$' }], answering(text));
    expect(found).toHaveLength(1);
  });
});

describe('a call', () => {
  const failed: ToolResult = { content: [{ type: 'text', text: 'HTTP 404: gone' }], isError: true };
  const expecting = (over: Partial<Expectations>, result: ToolResult, schema?: JsonObject) =>
    findUnmet(
      { outcome: 'success', checks: [], ...over },
      { result, status: 404, milliseconds: 120 },
      { schema, definitions: {} },
    );

  test('has an outcome, a status and a time', () => {
    expect(expecting({ outcome: 'error', status: 404, maxMs: 120 }, failed)).toEqual([]);
    expect(expecting({ status: 200, maxMs: 100 }, failed)).toEqual([
      'The call failed: HTTP 404: gone',
      'The API answered with 404, but HTTP 200 was expected.',
      'The call took 120 ms; at most 100 ms is allowed.',
    ]);
    expect(expecting({ outcome: 'error' }, answering(1))).toEqual([
      'The call succeeded, but an error was expected.',
    ]);
  });

  test('that failed is not looked through for values nobody expects of a failure', () => {
    const checks: ValueCheck[] = [{ path: '$.id', is: 'present' }];
    expect(expecting({ checks, fitsSchema: true }, failed)).toHaveLength(1);
  });

  test('fits a schema or says where not', () => {
    const schema = { type: 'object', properties: { id: { type: 'integer' } } };
    const of = (id: JsonValue): ToolResult => ({ content: [], structuredContent: { id } });
    expect(expecting({ fitsSchema: true }, of(1), schema)).toEqual([]);
    expect(expecting({ fitsSchema: true }, of('x'), schema)).toEqual([
      'The answer does not fit the schema: $.id must be an integer, not "x".',
    ]);
    expect(expecting({ fitsSchema: true }, of(1))).toHaveLength(1);
    expect(expecting({ fitsSchema: true }, answering(1), schema)).toHaveLength(1);
  });

  test('is looked through as structured content, else as JSON, else as text', () => {
    expect(toCheckedValue({ content: [], structuredContent: { a: 1 } })).toEqual({ a: 1 });
    expect(toCheckedValue(answering([1]))).toEqual([1]);
    expect(toCheckedValue({ content: [{ type: 'text', text: 'Hello' }] })).toBe('Hello');
    expect(toCheckedValue({ content: [] })).toBeNull();
  });
});
