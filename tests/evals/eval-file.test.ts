import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { EvalFile } from '#app/evals/eval-file.ts';
import { readEvalFile, writeEvalFile } from '#app/evals/read-eval-file.ts';
import { findProblems } from '#app/runtime/schema/find-problems.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

const PUBLISHED = 'public/schemas/eval-file.json';

const FILE: EvalFile = {
  version: 1,
  name: 'Shop',
  runs: 3,
  servers: [{ name: 'stable', url: 'https://shop.example.com/mcp' }],
  tasks: [
    {
      id: 'refund',
      say: 'Refund order 42.',
      calls: [
        { tool: 'get_order', arguments: { id: 42 } },
        {
          tool: 'refund',
          server: 'stable',
          arguments: { '$.order.id': { oneOf: [42, '42'] }, note: { present: false } },
          onlyThese: true,
        },
      ],
      order: 'listed',
      others: 'refused',
      answer: [{ contains: 'refunded' }, { lacks: 'sorry' }, { matches: '42' }],
    },
  ],
};

test('the published schema is that of the files which are read', () => {
  const published: unknown = JSON.parse(readFileSync(PUBLISHED, 'utf8'));
  const schema = z.toJSONSchema(EvalFile, { io: 'input' });
  expect(published).toEqual({ title: 'Tasks of an MCP eval', ...schema });
});

test('a file is read as it was written, and the published schema takes the same ones', () => {
  expect(readEvalFile(writeEvalFile(FILE))).toEqual({ ok: true, value: FILE });
  const schema = JSON.parse(readFileSync(PUBLISHED, 'utf8')) as JsonObject;
  expect(findProblems(checkOf(schema, {}), FILE as JsonValue)).toEqual([]);
});

test.each([
  ['no JSON', '{', 'This is not JSON'],
  ['another version', JSON.stringify({ ...FILE, version: 2 }), 'version has to be 1'],
  ['an unknown field', JSON.stringify({ ...FILE, token: 'x' }), 'has token, which is not known'],
  ['no name', JSON.stringify({ ...FILE, name: undefined }), 'name has to be a string'],
  ['no task', JSON.stringify({ ...FILE, tasks: [] }), 'tasks has to be at least 1 entries long'],
  [
    'another id',
    JSON.stringify({ ...FILE, tasks: [{ id: 'a b', say: 'x' }] }),
    'tasks.0.id does not fit',
  ],
  ['a matcher of none', writeWith({ id: { near: 42 } }), 'tasks.0.calls.0.arguments.id has near'],
  [
    'two tasks of one id',
    JSON.stringify({ ...FILE, tasks: [...FILE.tasks, ...FILE.tasks] }),
    'Two tasks have the id refund.',
  ],
])('%s is refused with a place', (_name, text, says) => {
  const read = readEvalFile(text);
  expect(read.ok ? '' : read.message).toContain(says);
});

function writeWith(args: object): string {
  const calls = [{ tool: 'get_order', arguments: args }];
  return JSON.stringify({ ...FILE, tasks: [{ id: 't', say: 'x', calls }] });
}
