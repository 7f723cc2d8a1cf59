import { expect, test } from 'vitest';

import { BLANK_BLUEPRINT } from '#app/builder/blank-blueprint.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';

const RENAMED = { ...BLANK_BLUEPRINT, identity: { ...BLANK_BLUEPRINT.identity, title: 'Else' } };
const EDIT = { edit: 'setIdentity', title: 'Other' };

function open() {
  const none = () => Promise.reject(new Error('not here'));
  const kept: unknown[] = [];
  const workspace = new Workspace(BLANK_BLUEPRINT, {
    importInto: none,
    settle: (blueprint) => {
      kept.push(blueprint);
      return Promise.resolve([]);
    },
    runTool: none,
    report: none,
    readFile: () => Promise.resolve(null),
    listPoints: () => [],
    loadPoint: () => Promise.resolve(null),
  });
  return { workspace, kept };
}

test('an edit becomes the draft when it is settled', async () => {
  const { workspace, kept } = open();
  expect(workspace.edit([EDIT], ['Named.'])).toEqual({ changed: ['Named.'], problems: [] });
  expect(await workspace.settle()).toEqual([]);
  expect(kept).toMatchObject([{ identity: { title: 'Other' } }]);
});

test('what still runs of a turn that is over changes nothing', async () => {
  const { workspace, kept } = open();
  workspace.replace(RENAMED);
  workspace.end();
  expect(workspace.edit([EDIT], ['Named.'])).toMatchObject({ changed: [] });
  workspace.replace(BLANK_BLUEPRINT);
  expect(workspace.blueprint).toBe(RENAMED);
  expect(await workspace.settle()).toMatchObject([{ message: expect.stringContaining('over') }]);
  expect(kept).toEqual([]);
});
