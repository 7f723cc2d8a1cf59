import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { describeDiff } from '#app/blueprint/diff/describe-diff.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { diffFiles } from '#app/blueprint/diff/diff-files.ts';
import { applyEdits } from '#app/blueprint/edits.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';

function tool(name: string, path = '/a'): Blueprint['tools'][number] {
  return {
    name,
    enabled: true,
    inputSchema: { type: 'object', properties: {} },
    action: { kind: 'http', upstream: 'api', method: 'GET', path, parameters: [], response: {} },
  };
}

function edit(blueprint: Blueprint, ...edits: object[]): Blueprint {
  const edited = applyEdits(blueprint, edits);
  if (!edited.ok) throw new Error(JSON.stringify(edited.problems));
  return edited.value;
}

const base = edit(
  BLANK_BLUEPRINT,
  { edit: 'setUpstream', id: 'api', baseUrl: 'https://api.example.com' },
  { edit: 'upsertTool', tool: tool('stays') },
  { edit: 'upsertTool', tool: tool('goes') },
);

test('describes added, removed and changed tools, with the changed fields', () => {
  const after = edit(
    base,
    { edit: 'removeTool', name: 'goes' },
    { edit: 'upsertTool', tool: tool('comes', '/c') },
    { edit: 'upsertTool', tool: { ...tool('stays', '/b'), title: 'Stays' } },
  );
  const diff = diffBlueprints(base, after);
  expect(diff).toEqual({
    tools: {
      added: ['comes'],
      removed: ['goes'],
      renamed: [],
      changed: [{ name: 'stays', fields: ['action.path', 'title'] }],
    },
    parts: [],
  });
  expect(describeDiff(diff)).toEqual([
    'comes is added.',
    'goes is removed.',
    'stays changed: action.path, title.',
  ]);
});

test('a tool with another name is renamed, whatever else changed about it', () => {
  const after = edit(
    base,
    { edit: 'renameTool', from: 'goes', to: 'went' },
    { edit: 'describeTool', name: 'went', title: 'Went' },
  );
  const diff = diffBlueprints(base, after);
  expect(diff.tools).toEqual({
    added: [],
    removed: [],
    renamed: [{ from: 'goes', to: 'went' }],
    changed: [{ name: 'went', fields: ['title'] }],
  });
  expect(describeDiff(diff)).toEqual(['goes is called went now.', 'went changed: title.']);
});

test('of two tools that do the same each is renamed once, and what comes besides is added', () => {
  const twins = edit(
    base,
    { edit: 'removeTool', name: 'goes' },
    { edit: 'upsertTool', tool: tool('b', '/x') },
  );
  const after: Blueprint = {
    ...twins,
    tools: [tool('stays'), tool('c', '/x'), tool('d', '/x')],
  };
  const { added, removed, renamed } = diffBlueprints(twins, after).tools;
  expect({ added, removed, renamed }).toEqual({
    added: ['d'],
    removed: [],
    renamed: [{ from: 'b', to: 'c' }],
  });
});

test('names other changed parts', () => {
  const after = edit(base, { edit: 'setIdentity', name: 'other' });
  const diff = diffBlueprints(base, after);
  expect(diff.parts).toEqual(['identity']);
  expect(describeDiff(diff)).toEqual(['The server’s name or description changed.']);
});

test('another order of keys is not a difference', () => {
  const turned: Blueprint = {
    ...base,
    tools: base.tools.map(({ action, inputSchema, ...rest }) => ({ inputSchema, action, ...rest })),
  };
  expect(diffBlueprints(base, turned)).toEqual({
    tools: { added: [], removed: [], renamed: [], changed: [] },
    parts: [],
  });
});

test('names few tools, counts many', () => {
  const many = Array.from({ length: 30 }, (_, n) => ({
    edit: 'upsertTool',
    tool: tool(`tool_${n}`),
  }));
  const after = edit(base, ...many);
  expect(describeDiff(diffBlueprints(base, after))).toEqual(['30 tools are added.']);
  expect(describeDiff(diffBlueprints(after, base))).toEqual(['30 tools are removed.']);
});

test('compares files by their text', () => {
  const before = [
    { path: 'a', text: '1' },
    { path: 'b', text: '1' },
    { path: 'd', text: '1' },
  ];
  const after = [
    { path: 'c', text: '1' },
    { path: 'b', text: '2' },
    { path: 'd', text: '1' },
  ];
  expect(diffFiles(before, after)).toEqual([
    { path: 'a', status: 'removed' },
    { path: 'b', status: 'changed' },
    { path: 'c', status: 'added' },
  ]);
});
