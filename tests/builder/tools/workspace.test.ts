import { expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { Workspace } from '#app/builder/tools/workspace.ts';

import { SMALL, UNREPORTED } from './open-workspace.ts';
import { quietPorts } from '../../setup/quiet-ports.ts';

const RENAMED = { ...BLANK_BLUEPRINT, identity: { ...BLANK_BLUEPRINT.identity, title: 'Else' } };
const EDIT = { edit: 'setIdentity', title: 'Other' };

/** A workspace over nothing; its server is reported with one score after the other. */
function open(blueprint: Blueprint = BLANK_BLUEPRINT, scores: number[] = []) {
  const none = () => Promise.reject(new Error('not here'));
  const rest = [...scores];
  const kept: unknown[] = [];
  const workspace = new Workspace(blueprint, {
    ...quietPorts(),
    settle: (blueprint) => {
      kept.push(blueprint);
      return Promise.resolve([]);
    },
    report: () => {
      const score = rest.shift();
      return score === undefined ? none() : Promise.resolve({ ...UNREPORTED, score });
    },
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

test('what a turn changed in the report is told once, all of it', async () => {
  const { workspace } = open(SMALL, [50, 60, 70]);
  expect(workspace.takeNews()).toBeNull();
  workspace.edit([EDIT], []);
  await workspace.settle();
  expect(workspace.takeNews()).toBeNull();
  await workspace.report();
  workspace.edit([{ ...EDIT, title: 'Third' }], []);
  await workspace.settle();
  const { delta } = await workspace.report();
  expect(delta?.score).toEqual({ from: 60, to: 70 });
  expect(workspace.takeNews()?.delta?.score).toEqual({ from: 50, to: 70 });
  expect(workspace.takeNews()).toBeNull();
});

test('of a draft that was only looked at, nothing is told', async () => {
  const { workspace } = open(SMALL, [50]);
  await workspace.report();
  expect(workspace.takeNews()).toBeNull();
});
