import { render, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { CheckMark } from '#app/workbench/report/check-mark.tsx';

import { refuse } from '../setup/screens/fake-draft.ts';
import { openServerPane } from '../setup/screens/open-server-pane.tsx';

const verdict = () => screen.findByRole('region', { name: 'Verdict' });
const toFix = async () => within(await screen.findByRole('list', { name: 'To fix' }));

/** A check among the evidence, below its family. */
const check = async (title: string) => {
  const items = await screen.findAllByRole('heading', { name: title });
  const item = items
    .map((each) => each.closest('li'))
    .find((each) => each?.id.startsWith('check-'));
  if (!item) throw new Error(`${title} stands in no list`);
  return within(item);
};

const withoutTools = (blueprint: Blueprint): Blueprint => {
  const tools = blueprint.tools.map((tool) => ({ ...tool, enabled: false }));
  return { ...blueprint, tools };
};

test('the verdict comes first, and is explained with the score', async () => {
  const { user } = await openServerPane('tab=report');
  const region = within(await verdict());
  const title = region.getByRole('heading', { name: '3 things to fix' });
  const panel = within(screen.getByRole('tabpanel'));
  expect(panel.getAllByRole('heading')[0]).toBe(title);
  expect(region.getByText(/^Score \d+ of 100/)).toBeTruthy();
  const details = region.getByText('How this is decided').closest('details');
  expect(details?.open).toBe(false);
  await user.click(region.getByText('How this is decided'));
  expect(details?.textContent).toMatch(/÷ \d+ × 100 is \d+, rounded down/);
});

describe('what is to be fixed', () => {
  test('stands below the verdict, each with a button', async () => {
    const { user, search } = await openServerPane('tab=report');
    const items = (await toFix()).getAllByRole('listitem');
    expect(items).toHaveLength(3);
    for (const item of items) {
      expect(within(item).getAllByRole('button').length).toBeGreaterThan(0);
    }
    await user.click(screen.getByRole('button', { name: /^Open deletePet ?: No tool takes/ }));
    expect(search().get('tab')).toBe('tools');
    expect(search().get('tool')).toBe('deletePet');
  });

  test('is done by an edit with one click, and undo takes it back', async () => {
    const { user, draft } = await openServerPane('tab=report');
    const list = await toFix();
    const baseUrl = () => draft.blueprint().upstreams[0]?.baseUrl;
    expect(baseUrl()).toMatch(/^http:/);
    await user.click(list.getByRole('button', { name: /^Fix it ?: APIs are called over HTTPS/ }));
    await screen.findByRole('heading', { name: '2 things to fix' });
    expect(baseUrl()).toMatch(/^https:/);
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    await screen.findByRole('heading', { name: '3 things to fix' });
    expect(baseUrl()).toMatch(/^http:/);
  });

  test('can be left to the builder where no edit does it: a message is prepared', async () => {
    const asked: string[] = [];
    const { user } = await openServerPane('tab=report', { onAsk: (text) => asked.push(text) });
    const button = { name: /^Ask the builder ?: Descriptions say more/ };
    await user.click((await toFix()).getByRole('button', button));
    expect(asked).toEqual(['Fix `tools.saysWhen` in the report.']);
  });

  test('is to choose tools where there are none, and such a server has no score', async () => {
    const { user, search } = await openServerPane('tab=report', { change: withoutTools });
    const region = within(await verdict());
    expect(region.getByRole('heading', { name: 'Not usable yet' })).toBeTruthy();
    expect(region.getByText(/^No score/)).toBeTruthy();
    const [first] = (await toFix()).getAllByRole('listitem');
    expect(first?.textContent).toContain('It serves something');
    await user.click(screen.getByRole('button', { name: /^Choose tools/ }));
    expect(search().get('tab')).toBe('tools');
  });
});

test('each family is a bar, and the same in words', async () => {
  await openServerPane('tab=report');
  const chart = within(await screen.findByRole('region', { name: 'Families of checks' }));
  const rows = chart.getAllByRole('button').map(({ textContent }) => textContent);
  expect(rows).toHaveLength(7);
  expect(rows.some((row) => /^Transportall \d+ pass$/.test(row ?? ''))).toBe(true);
  expect(
    rows.some((row) => /^Tools\d+ of \d+ pass, 1 to fix, \d to improve$/.test(row ?? '')),
  ).toBe(true);
});

test.each(['fail', 'warn', 'pass'] as const)('of none that %s nothing is coloured', (status) => {
  const { container } = render(
    <>
      <CheckMark status={status} count={0} />
      <CheckMark status={status} count={1} />
    </>,
  );
  const [none, one] = Array.from(container.children, ({ className }) => className);
  expect(none).not.toContain(`text-${status}`);
  expect(one).toContain(`text-${status}`);
});

test.each([
  { visibility: 'private', says: 'nobody else can see it' },
  { visibility: 'unlisted', says: 'Anyone who reads it can view the conversation' },
] as const)('beside the badge of a $visibility server stands who sees it', async (given) => {
  const { user } = await openServerPane('tab=report', given);
  await user.click(within(await verdict()).getByText('How this is decided'));
  expect((await verdict()).textContent).toContain(given.says);
});

test('evidence shows what was sent and what came back, once it is opened', async () => {
  const { user } = await openServerPane('tab=report');
  const origin = await check('Web pages of other origins are rejected');
  expect(origin.getByText('pass')).toBeTruthy();
  expect(origin.queryByLabelText(/^Sent/)).toBeNull();
  await user.click(origin.getByText('Evidence'));
  expect((await origin.findByLabelText(/^Sent/)).textContent).toContain('POST');
  expect(origin.getByLabelText(/^Received/).textContent).toContain('403');
});

test('a suggestion is followed with one click, and undo takes it back', async () => {
  const { user, draft } = await openServerPane('tab=report');
  const served = () => draft.blueprint().tools.filter(({ enabled }) => enabled).length;
  const deprecated = await check('No deprecated tool is served');
  expect(deprecated.getByText('warn')).toBeTruthy();
  const before = served();
  await user.click(deprecated.getByRole('button', { name: /^Fix it/ }));
  await deprecated.findByText('pass');
  expect(served()).toBeLessThan(before);
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await deprecated.findByText('warn');
  await waitFor(() => expect(served()).toBe(before));
});

test('a report that cannot be made says so, and is asked for again', async () => {
  let isBroken = true;
  const { user } = await openServerPane('tab=report', {
    before: ({ url }) =>
      isBroken && url.endsWith('/report') ? refuse(503, 'Not now.') : undefined,
  });
  expect((await screen.findByRole('alert')).textContent).toContain('Not now.');
  isBroken = false;
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await verdict()).toBeTruthy();
});

test('a visitor sees the report and its places, and no way to change the server', async () => {
  await openServerPane('tab=report', { mayEdit: false, onAsk: () => undefined });
  await check('No deprecated tool is served');
  expect(screen.queryByRole('button', { name: /^(Fix|Ask)/ })).toBeNull();
  expect(screen.getAllByRole('button', { name: /^Open / }).length).toBeGreaterThan(0);
});
