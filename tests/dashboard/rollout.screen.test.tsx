import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test } from 'vitest';

import { EndpointTab } from '#app/dashboard/tabs/endpoint-tab.tsx';
import { OverviewTab } from '#app/dashboard/tabs/overview-tab.tsx';
import { VersionsTab } from '#app/dashboard/tabs/versions-tab.tsx';
import type { ProjectFacts } from '#app/dashboard/project-facts.ts';
import type { Publication } from '#app/projects/endpoint/endpoint.ts';
import type { RolloutEnd } from '#app/projects/endpoint/rollout.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';
import { factsOf } from './facts-of.ts';

const AT = 1_790_000_000_000;
const toPublication = (version: number): Publication => ({
  version,
  blueprint: 'b',
  artifact: 'a',
  at: AT + version,
});

/** Version 1 is served, and version 3 for a tenth of the callers. */
function rolledOut(history: Publication[] = []): ProjectFacts {
  const facts = factsOf(1);
  const rollout = {
    version: 3,
    at: AT,
    share: 10,
    promoteAfter: 500,
    candidate: { calls: 40, errors: 1, p50: 25, p95: 250 },
    stable: { calls: 360, errors: 0, p50: 25, p95: 100 },
  };
  const endpoint = { ...facts.endpoint, published: toPublication(1), rollout, history };
  return { ...facts, endpoint };
}

const TABS = { endpoint: EndpointTab, versions: VersionsTab, overview: OverviewTab };

/** A tab of a project; what it asks for is recorded. */
function open(tab: keyof typeof TABS, facts: ProjectFacts) {
  const asked: string[] = [];
  answerRequests(async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname} ${await request.text()}`);
    return refuse(503, 'Not now.');
  });
  const Tab = TABS[tab];
  const onChanged = () => Promise.resolve();
  const element = <Tab facts={facts} onChanged={onChanged} onTab={() => {}} />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  const published = () => asked.filter((each) => each.includes('/publication'));
  return { user: startUser(), published };
}

test('both versions of a rollout are shown side by side, with what will become of it', () => {
  open('endpoint', rolledOut());
  const part = within(screen.getByRole('region', { name: 'Gradual publish' }));
  const rows = part.getAllByRole('row').map((row) => row.textContent);
  expect(rows).toEqual([
    'Since thenVersion 3Version 1',
    'Calls40360',
    'Failed1 (2.5%)0 (0.0%)',
    'Median25 ms25 ms',
    '95th percentile250 ms100 ms',
  ]);
  expect(part.getByText(/promoted after 500 calls if it does not fail more often/)).toBeTruthy();
});

test.each([
  { name: 'Promote version 3', sent: '{"version":3,"isPromotion":true}' },
  { name: 'Roll back to version 1', sent: '{"version":1}' },
])('$name takes one click', async ({ name, sent }) => {
  const { user, published } = open('endpoint', rolledOut());
  await user.click(screen.getByRole('button', { name }));
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  expect(published()).toEqual([`POST /api/projects/p/publication ${sent}`]);
});

test('the history says how rollouts ended, and by which calls', () => {
  const toEnd = (over: Partial<RolloutEnd>): RolloutEnd => ({
    outcome: 'takenBack',
    isAutomatic: true,
    at: AT,
    stableVersion: 3,
    candidate: { calls: 60, errors: 14 },
    stable: { calls: 580, errors: 3 },
    ...over,
  });
  const none = { calls: 0, errors: 0 };
  const by = { isAutomatic: false, candidate: none, stable: none };
  open('endpoint', {
    ...factsOf(3),
    endpoint: {
      ...factsOf(3).endpoint,
      history: [
        { ...toPublication(4), share: 10, end: toEnd({}) },
        { ...toPublication(5), share: 50, end: toEnd({ outcome: 'promoted', stable: none }) },
        { ...toPublication(6), share: 50, end: toEnd({ ...by, outcome: 'replaced' }) },
        toPublication(3),
      ],
    },
  });
  const list = within(screen.getByRole('region', { name: 'Publications' }));
  const texts = list.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(texts[0]).toMatch(/ · Version 4 for 10% of callers/);
  expect(texts[0]).toContain(
    'Rolled back automatically: 14 of 60 calls failed, compared with 3 of 580 on version 3.',
  );
  expect(texts[1]).toContain('Promoted to all callers automatically: 14 of 60 calls failed.');
  expect(texts[2]).toContain('Replaced by another version.');
  expect(texts[3]).not.toContain('callers');
});

test('a version is published for a share of the callers, and promoted by a rule', async () => {
  const { user, published } = open('versions', factsOf(1));
  await user.click(screen.getByRole('button', { name: 'Publish version 3' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish version 3' }));
  const send = () => dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish version 3' });
  await user.click(dialog.getByRole('radio', { name: '10%' }));
  expect(dialog.getByText(/^Version 3 replaces version 1 for 10% of callers/)).toBeTruthy();
  await user.click(send());
  await user.click(dialog.getByRole('radio', { name: 'Custom' }));
  const percent = dialog.getByLabelText('Percent of callers');
  await user.clear(percent);
  await user.type(percent, '100');
  expect(send().disabled).toBe(true);
  const problem = dialog.getByText(/^The share must be a whole number from 1 to 99\./);
  expect(percent.getAttribute('aria-invalid')).toBe('true');
  expect(percent.getAttribute('aria-describedby')).toBe(problem.id);
  await user.clear(percent);
  await user.type(percent, '5');
  await user.click(dialog.getByLabelText('Promote to all callers after'));
  const calls = dialog.getByLabelText('Calls before it is promoted');
  await user.clear(calls);
  await user.type(calls, '19');
  expect(send().disabled).toBe(true);
  expect(dialog.getByText(/^The number of calls must be a whole number from 20 to/)).toBeTruthy();
  expect(calls.getAttribute('aria-invalid')).toBe('true');
  await user.type(calls, '0');
  await user.click(send());
  expect(published()).toEqual([
    'POST /api/projects/p/publication {"version":3,"share":10}',
    'POST /api/projects/p/publication {"version":3,"share":5,"promoteAfter":190}',
  ]);
});

test('versions and overview say who gets the new version', () => {
  open('versions', rolledOut());
  expect(screen.getByText('For 10% of callers')).toBeTruthy();
  open('overview', rolledOut());
  expect(screen.getByText(/^10% of callers get version 3; everyone else/)).toBeTruthy();
});

test('a version that was served before is rolled back to, whatever its tests say', async () => {
  const facts = rolledOut([toPublication(2)]);
  const gated = { ...factsOf(3).project, isTestGated: true };
  const { user, published } = open('versions', { ...facts, project: gated });
  await user.click(screen.getByRole('button', { name: 'Roll back to version 1' }));
  expect(await screen.findByRole('dialog', { name: 'Publish version 1' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await user.click(screen.getByRole('button', { name: 'Roll back to version 2' }));
  await expect.poll(published).toEqual(['POST /api/projects/p/publication {"version":2}']);
  expect(screen.queryByRole('dialog')).toBeNull();
});
