import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { listToolChanges } from '#app/blueprint/diff/list-tool-changes.ts';

import { exampleBlueprint } from './example-blueprint.ts';

type Tool = Blueprint['tools'][number];

const server = exampleBlueprint();
const [first] = server.tools;
if (!first) throw new Error('The example has a tool.');

function withTools(...tools: Tool[]): Blueprint {
  return { ...server, tools };
}

test('a tool that changed has the parts that differ, before and after', () => {
  const after = { ...first, description: 'Says something else.' };
  expect(listToolChanges(withTools(first), withTools(after))).toEqual({
    tools: [
      {
        tool: first.name,
        change: 'changed',
        fields: [
          {
            field: 'description',
            before: first.description ?? null,
            after: 'Says something else.',
          },
        ],
      },
    ],
    more: 0,
    parts: [],
  });
});

test('a tool that came, and one that went, has one side only', () => {
  const added = listToolChanges(withTools(), withTools(first)).tools[0];
  expect(added).toMatchObject({ tool: first.name, change: 'added' });
  expect(added?.fields.map(({ field }) => field)).toContain('parameters');
  expect(added?.fields.every(({ before }) => before === null)).toBe(true);
  const removed = listToolChanges(withTools(first), withTools()).tools[0];
  expect(removed).toMatchObject({ tool: first.name, change: 'removed' });
  expect(removed?.fields.every(({ after }) => after === null)).toBe(true);
});

test('a tool that was renamed and changed is one entry', () => {
  const after = { ...first, name: 'other_name', description: 'New.' };
  expect(listToolChanges(withTools(first), withTools(after)).tools).toMatchObject([
    { tool: 'other_name', change: 'renamed', from: first.name, fields: [{ field: 'description' }] },
  ]);
});

test('a request shows its method and path, and pages are a part of their own', () => {
  const { action } = first;
  if (action.kind !== 'http') throw new Error('The example calls an API.');
  const after: Tool = {
    ...first,
    action: { ...action, path: '/elsewhere', pagination: { kind: 'link' } },
  };
  const [change] = listToolChanges(withTools(first), withTools(after)).tools;
  expect(change?.fields.map(({ field }) => field)).toEqual(['request', 'pages']);
  expect(change?.fields[0]?.after).toMatch(/ \/elsewhere\n/);
});

test('other parts are told in sentences', () => {
  const identity = { ...server.identity, title: 'Else' };
  expect(listToolChanges(server, { ...server, identity }).parts).toEqual([
    'The server’s name or description changed.',
  ]);
});

test('however large the servers are, what is told stays small', () => {
  const many = Array.from({ length: 900 }, (_, index): Tool => {
    const description = `${index} ${'x'.repeat(50_000)}`;
    return { ...first, name: `tool_${index}`, description, origin: undefined };
  });
  const found = listToolChanges(withTools(), withTools(...many));
  expect(found.tools).toHaveLength(200);
  expect(found.more).toBe(700);
  expect(JSON.stringify(found).length).toBeLessThan(300_000);
});

test('a change at the end of a long text is shown, and not cut with it', () => {
  const text = 'The same words. '.repeat(1_000);
  const one = withTools({ ...first, description: `${text}Old.` });
  const other = withTools({ ...first, description: `${text}New.` });
  const [field] = listToolChanges(one, other).tools[0]?.fields ?? [];
  expect(field?.before).toMatch(/Old\.$/);
  expect(field?.after).toMatch(/New\.$/);
});
