import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { DraftView } from '#app/drafts/draft.ts';

import { openGithubSite } from './github-user.workerd.ts';
import { askAs, PulledProject } from './pulled-project.workerd.ts';

const site = openGithubSite('pull');
const { control } = site;
const ECHO = 'src/tools/echo.ts';
const SLOW = 'src/tools/slow.ts';
const GREET_CODE = 'src/tools/greet.action.ts';

beforeEach(() => control.forgetRequests());
afterEach(async () => {
  await control.clearFaults();
  expect(await control.mismatches()).toEqual([]);
});

const describe = (from: string, to: string) => (text: string) => text.replace(from, to);
const descriptionOf = ({ tools }: Blueprint, name: string) =>
  tools.find((tool) => tool.name === name)?.description;

test('edits of descriptions and code are shown, and become the next version', async () => {
  const pulled = await PulledProject.push(site);
  expect(await pulled.preview()).toMatchObject({ edits: [], problems: [], others: [], latest: 1 });
  const head = await pulled.edit({
    [ECHO]: describe("'Call echo", "'Echoes"),
    [GREET_CODE]: describe('times: args.times', 'count: args.times'),
    'README.md': (text) => `${text}\nMine.\n`,
  });
  const preview = await pulled.preview();
  expect(preview).toMatchObject({
    branch: 'main',
    head,
    pushedVersion: 1,
    latest: 1,
    conflicts: [],
    problems: [],
    others: ['README.md'],
  });
  expect(preview.edits.map(({ key, change }) => [key, change])).toEqual([
    ['echo', 'changed'],
    ['greet', 'changed'],
  ]);
  expect(preview.changes).toEqual(['echo changed: description.', 'greet changed: action.source.']);
  expect(preview.contract?.isBreaking).toBe(false);
  const [echo] = preview.edits;
  expect(echo?.values[0]).toMatchObject({ field: 'description' });
  expect(await pulled.take({ head, into: 'version' })).toEqual({ chat: null, version: 2 });
  const blueprint = await pulled.blueprint(2);
  expect(descriptionOf(blueprint, 'echo')).toContain('Echoes');
  expect(JSON.stringify(blueprint.tools)).toContain('count: args.times');
  // The repository says the same as the latest version now.
  expect((await pulled.preview()).edits).toEqual([]);
});
