import fc from 'fast-check';
import { expect, test } from 'vitest';

import { toToolFacts } from '#app/builder/tools/read-blueprint.ts';
import { CLEARABLE, ToolChange } from '#app/builder/tools/requests/tool-change.ts';

import { callBuilderTool, openWorkspace } from './open-workspace.ts';

const Name = fc.constantFrom('a', 'b', 'id', 'body', 'x[y]', 'toString', '__proto__', 'data');
const Place = fc.constantFrom('path', 'query', 'header', 'cookie', 'body');
const Type = fc.constantFrom('string', 'integer', 'array', 'object', 'boolean');

function maybe<Value>(value: fc.Arbitrary<Value>) {
  return fc.option(value, { nil: undefined, freq: 2 });
}

const Argument = fc.record({
  name: Name,
  in: maybe(Place),
  sentAs: maybe(Name),
  type: maybe(Type),
  items: maybe(Type),
  required: maybe(fc.boolean()),
  format: maybe(fc.constantFrom('date', 'binary')),
  maximum: maybe(fc.nat(9)),
  enum: maybe(fc.array(fc.constantFrom('1', 'x', 2), { minLength: 1, maxLength: 3 })),
  default: maybe(fc.constantFrom('1', 2, true, null)),
  style: maybe(fc.constantFrom('form', 'explode', 'deepObject')),
  clear: maybe(fc.subarray([...CLEARABLE])),
});

const Schema = fc.constantFrom<object[]>(
  {},
  { type: 'string', format: 'binary' },
  { type: 'array', items: { $ref: '#/$defs/A' } },
  { anyOf: [{ type: 'integer' }, { type: 'null' }] },
);

const Input = fc.record({
  properties: fc.dictionary(Name, Schema, { maxKeys: 4 }),
  required: maybe(fc.constant(['a'])),
  minProperties: maybe(fc.constant(1)),
  $defs: fc.constant({ A: { type: 'string' } }),
});

const Output = fc.constantFrom(
  null,
  { type: 'object', properties: { a: { type: 'array', items: { properties: { b: {} } } } } },
  { type: 'array', items: { type: 'object', properties: { a: { type: 'string' } } } },
  { $ref: '#/$defs/A', $defs: { A: { type: 'integer' } } },
);

const Path = fc.constantFrom('/x', '/x/{id}', '/x/{a}/y/{b}', '/x/{body}?a=1&b={b}');

const Change = fc.record({
  request: maybe(
    fc.record({
      method: fc.constantFrom('GET', 'POST', 'DELETE'),
      url: Path,
      base: maybe(fc.constantFrom('https://api.example.com', 'https://b.example.org/v1')),
    }),
  ),
  bodyType: maybe(fc.constantFrom('json', 'form', 'multipart')),
  renameArguments: maybe(
    fc.array(fc.record({ from: Name, to: Name, sentAs: maybe(Name) }), { maxLength: 2 }),
  ),
  removeArguments: maybe(fc.array(Name, { maxLength: 1 })),
  arguments: maybe(fc.array(Argument, { maxLength: 4 })),
  constants: maybe(
    fc.array(
      fc.record({
        in: fc.constantFrom('query', 'header', 'cookie', 'body'),
        name: Name,
        value: fc.constantFrom(1, 'x', null),
      }),
      { maxLength: 2 },
    ),
  ),
  input: maybe(Input),
  output: maybe(Output),
  keep: maybe(fc.subarray(['a', 'a[].b', 'b', '[].a'])),
  pagination: maybe(
    fc.constantFrom(
      null,
      { kind: 'link', follow: { maxPages: 2 } },
      { kind: 'page', argument: 'a' },
      { kind: 'cursor', argument: 'b', nextPath: 'a[].b', itemsPath: 'a' },
    ),
  ),
  hints: maybe(fc.record({ idempotent: maybe(fc.boolean()), destructive: maybe(fc.boolean()) })),
  readOnly: maybe(fc.boolean()),
  confirm: maybe(fc.boolean()),
});

test('whatever changes are made, the tool is whole or a sentence says why it is not', async () => {
  const changes = fc.array(Change, { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(changes, async (list) => {
      const workspace = openWorkspace();
      for (const [index, change] of list.entries()) {
        const request = change.request ?? (index === 0 ? { method: 'POST', url: '/x' } : undefined);
        const input = JSON.parse(JSON.stringify({ name: 'probe', ...change, request }));
        expect(ToolChange.safeParse(input).error).toBeUndefined();
        const before = JSON.stringify(workspace.blueprint);
        const answer = await callBuilderTool(workspace, 'upsert_tool', input);
        const problems = answer['problems'];
        // A problem of the blueprint itself would be one that the composing let pass.
        expect(JSON.stringify(problems)).not.toContain('$.tools');
        expect(JSON.stringify(problems)).not.toContain('$[');
        if (Array.isArray(problems) && problems.length > 0) {
          expect(JSON.stringify(workspace.blueprint)).toBe(before);
        }
      }
      for (const tool of workspace.blueprint.tools) {
        const names = toToolFacts(tool, workspace.blueprint).arguments.map(
          (each) => `${each.in} ${each.name}`,
        );
        expect(new Set(names).size).toBe(names.length);
      }
    }),
    { numRuns: 500 },
  );
});
