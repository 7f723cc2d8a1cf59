import { expect, test } from 'vitest';

import { holdTalk } from './hold-talk.ts';
import type { Line } from './scripted-model.ts';

/** The last result that a model is told, after these calls. */
async function lastResult(...calls: Line[]) {
  const { requests, messages } = await holdTalk([{ said: 'Do it.', steps: [calls] }]);
  const last = requests.at(-1)?.prompt.at(-1);
  const parts = last?.role === 'tool' ? last.content : [];
  const told = JSON.stringify(parts.at(-1)).replaceAll('\\', '');
  return { told, stored: JSON.stringify(messages) };
}

const call = (name: string, input: object | string): Line => ({ call: name, input });

test.each([
  [
    'an unknown field names those that there are, and the one that was meant',
    call('add_example', { tol: 'a', arguments: {} }),
    ['"tol" is no field here. Did you mean "tool"? Allowed: tool, arguments.'],
  ],
  [
    'a field of a nested object too',
    call('upsert_tool', { name: 'a', request: { method: 'GET', path: '/x' } }),
    ['$.request', '"path" is no field here. Allowed: method, url, base.', 'is missing: string'],
  ],
  [
    'of a kind its own fields are allowed',
    call('set_upstream', { auth: { kind: 'apiKey', in: 'head', names: 'x' } }),
    ['must be one of header, query, cookie', 'Did you mean "name"? Allowed: kind, in, name.'],
  ],
  [
    'an unknown kind names all kinds',
    call('set_upstream', { auth: { kind: 'baerer' } }),
    ['$.auth.kind', 'must be one of', 'bearer', 'awsSignature', 'Did you mean "bearer"?'],
  ],
  [
    'what is no object names the alternatives by their fields',
    call('run_tool', { name: 'a', answers: [{ nothing: 1 }] }),
    ['$.answers[0]', 'must be {elicit} or {sample}, not object'],
  ],
  [
    'of alternatives the one that was meant is held against',
    call('run_tool', { name: 'a', answers: [{ elicit: { action: 'yes' } }] }),
    ['$.answers[0].elicit.action', 'must be one of accept, decline, cancel'],
  ],
  [
    'plain alternatives name their types',
    call('upsert_tool', { name: 'a', arguments: [{ name: 'x', enum: [true] }] }),
    ['$.arguments[0].enum[0]', 'must be string or number, not boolean'],
  ],
  [
    'many problems are counted',
    call('rename_tool', { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1, g: 1 }),
    ['And 2 more problems.'],
  ],
])('%s', async (_what, line, words) => {
  const { told } = await lastResult(line);
  for (const each of words) expect(told).toContain(each);
  expect(told).not.toMatch(/Invalid input|Unrecognized key|invalid_union/);
});

const SECRET = 'the-whole-input-'.repeat(500);

test.each([
  ['is no JSON', call('rename_tool', `{"from": "${SECRET}", "to": b}`), 'is no JSON. Make'],
  ['ends early', call('rename_tool', `{"from": "${SECRET}`), 'it ends after'],
  ['names a prototype', call('rename_tool', `{"__proto__": {"a": "${SECRET}"}}`), '__proto__'],
  ['has an unknown field', call('rename_tool', { [SECRET]: SECRET }), 'is no field here'],
  ['has the wrong type', call('rename_tool', { from: [SECRET] }), 'must be string, not array'],
])('an input that %s is never repeated', async (_what, line, words) => {
  const { told, stored } = await lastResult(line);
  expect(told).toContain(words);
  expect(told.length).toBeLessThan(500);
  expect(stored.split(SECRET).length).toBeLessThan(4);
});
