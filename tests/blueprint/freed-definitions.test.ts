import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { holdChanges } from '#app/builder/change-set/hold-changes.ts';

import { edit, SMALL } from '../builder/tools/open-workspace.ts';

const [first] = SMALL.tools;
if (!first) throw new Error('The server of the tests has tools.');

const NOTHING = { type: 'object' };
const ref = (name: string) => ({
  type: 'object',
  properties: { it: { $ref: `#/$defs/${name}` } },
});

const put = (name: string, outputSchema: object) => ({
  edit: 'upsertTool',
  tool: { ...first, name, outputSchema },
});

/** Two tools share an order, whose person only it refers to; nobody uses the draft. */
const SHARED = edit(
  SMALL,
  { edit: 'setDefinition', name: 'Person', schema: { type: 'object' } },
  { edit: 'setDefinition', name: 'Order', schema: ref('Person') },
  { edit: 'setDefinition', name: 'Draft', schema: { type: 'object' } },
  put('get_user', ref('Order')),
  put('get_order', ref('Order')),
);

function namesAfter(...edits: object[]): string[] {
  const edited = applyEdits(SHARED, edits);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return Object.keys(edited.value.definitions);
}

test('a definition goes with the last tool that refers to it, and what only it refers to', () => {
  expect(namesAfter(put('get_user', NOTHING))).toEqual(['Person', 'Order', 'Draft']);
  expect(namesAfter(put('get_user', NOTHING), put('get_order', NOTHING))).toEqual(['Draft']);
  expect(namesAfter(put('get_user', NOTHING), put('get_order', ref('Person')))).toEqual([
    'Person',
    'Draft',
  ]);
});

test('a definition that a later edit of the same change refers to stays', () => {
  const edits = [put('get_user', NOTHING), put('get_order', NOTHING), put('new', ref('Order'))];
  expect(namesAfter(...edits)).toEqual(['Person', 'Order', 'Draft']);
});

test('a held tool keeps the definitions that it referred to, and the rest goes on', () => {
  const elsewhere = { ...first, outputSchema: NOTHING, action: { ...first.action, upstream: 'b' } };
  const whole: Blueprint = edit(
    SHARED,
    { edit: 'setUpstream', id: 'b', baseUrl: 'https://b.example.org' },
    { edit: 'upsertTool', tool: elsewhere },
    put('get_order', NOTHING),
    { edit: 'setIdentity', title: 'Shop' },
  );
  expect(Object.keys(whole.definitions)).toEqual(['Draft']);
  const nobody = {
    environment: 'mock' as const,
    isSet: () => false,
    namedBy: () => null,
    isDocumented: () => false,
  };
  const { safe, items } = holdChanges(SHARED, whole, nobody);
  expect(items).toHaveLength(1);
  expect(safe.identity.title).toBe('Shop');
  expect(safe.tools[0]?.outputSchema).toEqual(ref('Order'));
  expect(Object.keys(safe.definitions).toSorted()).toEqual(['Draft', 'Order', 'Person']);
});
