import { readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toBlueprintListing } from '#app/blueprint/list-bytes.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import { toListCost } from '#app/blueprint/list-cost.ts';
import { rankByUse } from '#app/blueprint/readiness/list/rank-by-use.ts';
import type { Check } from '#app/blueprint/readiness/report.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { addressOf, readDocument } from '../corpus/corpus.ts';
import { requireTool } from './break-evidence.ts';
import { soundBlueprint } from './sound-server.ts';

async function imported(name: string): Promise<Blueprint> {
  const outcome = await importDocument(readDocument(name), { url: addressOf(name) });
  if (!outcome.ok) throw new Error(outcome.message);
  return outcome.value.blueprint;
}

function sizeOf(blueprint: Blueprint): Check {
  const check = judge({ blueprint }).checks.find(({ id }) => id === 'tools.tokens');
  if (check === undefined) throw new Error('There is no check of the size.');
  return check;
}

/** Rows of the table that the bench writes: document, and what the official client needed. */
const measured = Array.from(
  readFileSync('tests/bench/results.md', 'utf8').matchAll(
    /^\|\s*(\S+)\s*\|\s*\d+\s*\|\s*\d+\s*\|.*\|\s*([\d.]+) ms\s*\|\s*([\d.]+) ms\s*\|\s*(\d+) MB\s*\|$/gm,
  ),
  ([, document = '', list, call, memory]) => ({
    document: document === 'github-3.0.json' ? 'github.com' : document,
    milliseconds: Number(list) + Number(call),
    megabytes: Number(memory),
  }),
);

/** Of the official client with an empty list. */
const CLIENT_MS = 100;
const CLIENT_MEGABYTES = 95;

describe('the cost of a list', () => {
  test('was measured for eight documents', () => {
    expect(measured).toHaveLength(8);
  });

  test.each(measured)(
    'is estimated for $document close to what was measured',
    async ({ document, milliseconds, megabytes }) => {
      const cost = toListCost(toBlueprintListing(await imported(document)).tools);
      const estimated = CLIENT_MS + cost.listMs + cost.firstCallMs;
      expect(estimated / milliseconds).toBeGreaterThan(1 / 3);
      expect(estimated / milliseconds).toBeLessThan(3);
      const memory = CLIENT_MEGABYTES + cost.memory / 1_000_000;
      expect(Math.abs(memory - megabytes)).toBeLessThan(0.2 * megabytes);
    },
  );
});

test.each([
  ['asana-3.0.json', 'warn'],
  ['gitlab.com', 'pass'],
])('the way out of the list of %s keeps what fits, and can be undone', async (name, after) => {
  const blueprint = await imported(name);
  const check = sizeOf(blueprint);
  expect(check).toMatchObject({ status: 'fail', blocks: true });
  expect(check.fix).toMatchObject({ place: { tab: 'tools' } });
  expect(check.fix?.text).toMatch(/tool search/);
  const edits = check.fix?.edits ?? [];
  expect(edits).toHaveLength(1);
  const edited = applyEdits(blueprint, edits);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  const kept = edited.value.tools.filter(({ enabled }) => enabled);
  expect(check.fix?.label).toBe(`Keep the ${kept.length} most useful tools`);
  expect(kept.length).toBeGreaterThanOrEqual(20);
  expect(sizeOf(edited.value).status).toBe(after);
  const [first] = edits;
  if (first?.edit !== 'selectTools') throw new Error('Tools are selected.');
  const undone = applyEdits(edited.value, [{ ...first, enabled: true }]);
  expect(undone.ok && undone.value.tools).toEqual(blueprint.tools);
});

test('a long list that clients still take has no fix that would take half of it away', () => {
  const tool = requireTool(soundBlueprint, 0);
  const description = 'Lists what is there. '.repeat(200);
  const tools = Array.from({ length: 15 }, (_, index) => {
    return { ...tool, name: `list_${index}`, description };
  });
  const { fix, status } = sizeOf({ ...soundBlueprint, tools });
  expect(status).toBe('warn');
  expect(fix?.edits).toBeUndefined();
  expect(fix?.place).toEqual({ tab: 'tools' });
});

function tool(method: string, path: string, parts: Partial<Tool> = {}): Tool {
  const base = requireTool(soundBlueprint, 0);
  const name = `${method.toLowerCase()}${path.replaceAll(/[^a-z]+/g, '_')}`;
  const origin = { source: 'shop', operation: `${method} ${path}`, tag: path.split('/')[1] ?? '' };
  const action = { ...base.action, method, path } as Tool['action'];
  return { ...base, name, action, origin, inputSchema: { type: 'object' }, ...parts };
}

test('the most useful tools are made by hand, then of each group what needs least, and what is old comes last', () => {
  const { origin: _origin, ...byHand } = tool('GET', '/report');
  const tools = [
    tool('DELETE', '/orders/{id}'),
    tool('GET', '/orders/{id}/items'),
    tool('GET', '/orders', { deprecated: true, name: 'old_orders' }),
    tool('POST', '/orders'),
    tool('GET', '/orders'),
    tool('GET', '/users/{id}'),
    tool('GET', '/users'),
    byHand,
  ];
  expect(rankByUse(tools).map(({ name }) => name)).toEqual([
    'get_report',
    'get_orders',
    'get_users',
    'post_orders',
    'get_users_id_',
    'get_orders_id_items',
    'delete_orders_id_',
    'old_orders',
  ]);
});
