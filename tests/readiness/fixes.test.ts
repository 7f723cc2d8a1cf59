import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { describeFix } from '#app/blueprint/readiness/describe-fix.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { requireTool } from './break-evidence.ts';
import { soundBlueprint } from './sound-server.ts';

/** The first two tools after the fix of one check, with these parts of one of them changed. */
function fixed(id: string, parts: Partial<Tool>, index = 0): Tool {
  const blueprint: Blueprint = structuredClone(soundBlueprint);
  Object.assign(requireTool(blueprint, index), parts);
  const edits = judge({ blueprint }).checks.find((check) => check.id === id)?.fix?.edits;
  if (edits === undefined) throw new Error(`There is no edit for ${id}.`);
  const applied = applyEdits(blueprint, edits);
  if (!applied.ok) throw new Error(JSON.stringify(applied.problems));
  return requireTool(applied.value, index);
}

test('contradicting annotations are fixed, and the others stay as set', () => {
  const annotations = {
    readOnlyHint: true,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: false,
  };
  expect(fixed('tools.hintsAgree', { annotations }, 1).annotations).toEqual({
    ...annotations,
    readOnlyHint: false,
  });
  expect(fixed('tools.hintsAgree', { annotations }).annotations).toEqual({
    ...annotations,
    destructiveHint: false,
  });
});

const READ = { readOnlyHint: true, destructiveHint: false, idempotentHint: true };

test.each([
  [
    'a GET that is marked read-only and destructive',
    'GET',
    { readOnlyHint: true, destructiveHint: true },
  ],
  ['a GET without hints', 'GET', {}],
  ['a POST that is marked read-only', 'POST', { readOnlyHint: true }],
])('%s stays a read', (_, method, annotations) => {
  const { action } = requireTool(soundBlueprint, 0);
  const parts = {
    name: 'clear_search',
    annotations,
    action: { ...action, method } as Tool['action'],
  };
  const id = 'destructiveHint' in annotations ? 'tools.hintsAgree' : 'tools.hints';
  expect(fixed(id, parts).annotations).toMatchObject({
    readOnlyHint: true,
    destructiveHint: false,
  });
  if (id === 'tools.hints') expect(fixed(id, parts).annotations).toMatchObject(READ);
});

test.each([
  ['code', 2, 'GET', {}],
  [
    'code that is marked read-only and destructive',
    2,
    'GET',
    { readOnlyHint: true, destructiveHint: true },
  ],
  [
    'a POST marked as both',
    0,
    'POST',
    { readOnlyHint: true, destructiveHint: true, openWorldHint: true },
  ],
])('the hints of %s are not guessed', (_, index, method, annotations) => {
  const blueprint: Blueprint = structuredClone(soundBlueprint);
  const tool = requireTool(blueprint, index);
  Object.assign(tool, { annotations });
  if (tool.action.kind === 'http') tool.action.method = method;
  const found = judge({ blueprint }).checks.filter(
    ({ id, status }) => id.startsWith('tools.hints') && status !== 'pass',
  );
  expect(found).not.toEqual([]);
  for (const { fix, evidence } of found) {
    expect(evidence.text).toContain(tool.name);
    expect(fix?.edits).toBeUndefined();
  }
});

test.each([
  ['https://api.github.com/v3', 'New server', { name: 'github', title: 'Github' }],
  [
    'https://api.shop.example.com',
    'Pet Shop & Co',
    { name: 'pet-shop-co', title: 'Pet Shop & Co' },
  ],
  ['https://octo-shop.github.io/api', 'New server', { name: 'octo-shop', title: 'Octo shop' }],
  ['https://bookstore.herokuapp.com', 'New server', { name: 'bookstore', title: 'Bookstore' }],
  ['https://a1b2.execute-api.eu-west-1.amazonaws.com', 'New server', null],
  ['https://api.example.com', 'New server', null],
  ['https://10.0.0.1', 'New server', null],
])(
  'a server of %s that was never named is named, or that is left to people',
  (baseUrl, title, named) => {
    const blueprint: Blueprint = structuredClone(soundBlueprint);
    blueprint.identity = { name: 'new-server', title, version: '1.0.0' };
    Object.assign(blueprint.upstreams[0]!, { baseUrl, allowedHosts: [new URL(baseUrl).host] });
    const check = judge({ blueprint }).checks.find(({ id }) => id === 'ops.name');
    expect(check?.status).toBe('warn');
    const applied = applyEdits(blueprint, check?.fix?.edits ?? []);
    const identity = applied.ok ? applied.value.identity : null;
    expect(check?.fix?.edits === undefined ? null : identity).toEqual(
      named && { ...named, version: '1.0.0' },
    );
  },
);

test('each kind of edit is told in a sentence', () => {
  const blueprint: Blueprint = structuredClone(soundBlueprint);
  Object.assign(requireTool(blueprint, 0), { annotations: {}, title: '' });
  Object.assign(requireTool(blueprint, 1), { name: 'LIST_BOOKS', deprecated: true });
  blueprint.identity = { ...blueprint.identity, version: 'v2' };
  Object.assign(blueprint.policies, { confirmDestructive: false });
  const edits = judge({ blueprint }).checks.flatMap(({ fix }) => fix?.edits ?? []);
  expect(edits.map((edit) => describeFix(edit, blueprint)).toSorted()).toEqual([
    'LIST_BOOKS is called LIST_BOOKS_2: clients need names that are unique and plain.',
    'LIST_BOOKS is no longer served.',
    'The limits of the server change: confirmDestructive true.',
    'The server is at version 2.0.0 instead of v2.',
    'list_books has the title “List books”.',
    'list_books is marked read-only, not destructive, safe to repeat, talking to the outside: its request is GET.',
  ]);
});

test('a fix says how many of the faults it fixes', () => {
  const blueprint: Blueprint = structuredClone(soundBlueprint);
  Object.assign(requireTool(blueprint, 0), { title: 'List\u202E books' });
  const limit = { type: 'integer', description: 'How\u202E many.' };
  Object.assign(requireTool(blueprint, 1), {
    inputSchema: { type: 'object', properties: { limit } },
  });
  const fixOf = (id: string) => judge({ blueprint }).checks.find((check) => check.id === id)?.fix;
  expect(fixOf('security.hiddenText')).toMatchObject({ reach: { fixed: 1, faults: 2 } });
  expect(fixOf('security.hiddenText')?.edits).toHaveLength(1);
  expect(fixOf('tools.pageBounds')).toMatchObject({ reach: { fixed: 1, faults: 1 } });
  Object.assign(blueprint.policies, { confirmDestructive: false });
  expect(fixOf('tools.confirm')?.edits).toHaveLength(1);
  expect(fixOf('tools.confirm')?.reach).toBeUndefined();
});

test('each page size of a tool is bounded, a nullable one too', () => {
  const blueprint: Blueprint = structuredClone(soundBlueprint);
  const limit = { type: 'integer', description: 'How many.' };
  const page_size = { type: ['integer', 'null'], description: 'How many.' };
  const shelf = { type: 'string', description: 'Its name.' };
  const inputSchema = { type: 'object', properties: { shelf, limit, page_size } };
  Object.assign(requireTool(blueprint, 0), { inputSchema });
  const fix = judge({ blueprint }).checks.find(({ id }) => id === 'tools.pageBounds')?.fix;
  expect(fix).toMatchObject({ reach: { fixed: 1, faults: 1 } });
  const applied = applyEdits(blueprint, fix?.edits ?? []);
  if (!applied.ok) throw new Error(JSON.stringify(applied.problems));
  const after = judge({ blueprint: applied.value }).checks;
  expect(after.find(({ id }) => id === 'tools.pageBounds')?.status).toBe('pass');
});

test('a fault that exceeds the rest of a fix is skipped for smaller ones', () => {
  const tool = requireTool(soundBlueprint, 1);
  // The same word in as many ways of writing it.
  const limits = (count: number) =>
    Array.from({ length: count }, (_, bits) =>
      Array.from('maxresults', (letter, at) => (bits & (1 << at) ? letter.toUpperCase() : letter)),
    ).map((letters) => [letters.join(''), { type: 'integer', description: 'How many.' }]);
  const withLimits = (name: string, count: number): Tool => {
    const properties = Object.fromEntries(limits(count));
    return { ...tool, name, inputSchema: { type: 'object', properties } };
  };
  const tools = [withLimits('first', 150), withLimits('second', 100), withLimits('third', 20)];
  const wide = { ...soundBlueprint, tools };
  const fix = judge({ blueprint: wide }).checks.find(({ id }) => id === 'tools.pageBounds')?.fix;
  expect(fix?.reach).toEqual({ fixed: 2, faults: 3 });
  const named = new Set(fix?.edits?.map((edit) => 'name' in edit && edit.name));
  expect(named).toEqual(new Set(['first', 'third']));
});

test('a bound for a page size keeps the smallest one', () => {
  const limit = { type: 'integer', description: 'How many.', minimum: 0 };
  const shelf = { type: 'string', description: 'Its name.' };
  const inputSchema = { type: 'object', properties: { shelf, limit } };
  expect(fixed('tools.pageBounds', { inputSchema }).inputSchema).toEqual({
    type: 'object',
    properties: { shelf, limit: { ...limit, maximum: 100 } },
  });
});

test('a description is cut between characters, not inside one', () => {
  const { description = '' } = fixed('tools.descriptionLength', {
    description: `${'😀'.repeat(600)}`,
  });
  expect(description.isWellFormed()).toBe(true);
  expect(description.length).toBeLessThanOrEqual(1_024);
  expect(description).toMatch(/^(?:😀)+…$/u);
});
