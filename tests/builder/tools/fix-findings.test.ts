import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';

import { callBuilderTool, edit, openWorkspace, SMALL } from './open-workspace.ts';

/** A workspace whose report is of its blueprint as it is. */
function open(blueprint: Blueprint) {
  const workspace = openWorkspace(blueprint);
  workspace.ports.report = () => Promise.resolve(judge({ blueprint: workspace.blueprint }));
  return workspace;
}

const withoutTitles = edit(SMALL, { edit: 'setIdentity', name: 'small', title: 'Small' });

test('only the named checks are fixed', async () => {
  const workspace = open(withoutTitles);
  const before = judge({ blueprint: withoutTitles }).checks.filter(({ fix }) => fix?.edits?.length);
  expect(before.map(({ id }) => id)).toEqual(
    expect.arrayContaining(['tools.titles', 'tools.hints']),
  );
  const ids = ['tools.titles'];
  const fixed = await callBuilderTool(workspace, 'fix_findings', { ids });
  expect(fixed).toMatchObject({ fixed: ids });
  for (const tool of workspace.blueprint.tools) {
    expect(tool.title).toEqual(expect.any(String));
    expect(tool.annotations).toBeUndefined();
  }
});

test('a check that is not in the report is a problem, and nothing is fixed', async () => {
  const workspace = open(withoutTitles);
  const before = workspace.blueprint;
  const refused = await callBuilderTool(workspace, 'fix_findings', { ids: ['tools.title'] });
  expect(refused).toMatchObject({
    fixed: [],
    problems: [{ path: '$.ids[0]', message: expect.stringContaining('tools.titles') }],
  });
  expect(workspace.blueprint).toBe(before);
});
