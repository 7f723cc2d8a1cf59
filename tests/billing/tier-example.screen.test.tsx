import { render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test } from 'vitest';

import { loadAuth } from '#app/auth/auth-client.ts';
import TierExample from '#app/billing/tier-example.route.tsx';
import type { SubscriptionStatus } from '#app/billing/subscription-status.ts';

import { answerRequests, goOffline } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { fakeIdentity } from '../setup/screens/fake-identity.ts';
import { signOutAgain } from '../setup/screens/signed-in.ts';
import { startUser } from '../setup/screens/start-user.ts';

afterEach(signOutAgain);

/** Shows the page to somebody whose question about their plan is answered so. */
async function openPlans(answer: () => Response, { isSignedIn = true } = {}) {
  const asked: (string | null)[] = [];
  const identity = fakeIdentity();
  answerRequests(identity.answer, ({ url, headers }) => {
    if (!url.endsWith('/stripe/subscription/status')) return undefined;
    asked.push(headers.get('authorization'));
    return answer();
  });
  const auth = await loadAuth();
  if (isSignedIn) await auth.signInWithPassword('ada@example.com', 'correct horse');
  render(<TierExample />, { wrapper: MemoryRouter });
  return { asked, identity, user: startUser() };
}

const paid = (tier: string): (() => Response) => {
  const status: SubscriptionStatus = { hasActiveSubscription: true, currentPlan: { tier } };
  return () => Response.json(status);
};
const gate = (name: string) => screen.getByRole('heading', { name, level: 3 }).closest('li')!;

test('a visitor sees every limit, shut gates, and what signing in adds', async () => {
  const { asked } = await openPlans(paid('pro'), { isSignedIn: false });
  await screen.findByText('You are not signed in');
  const table = within(screen.getByRole('table', { name: 'What each plan allows' }));
  const calls = table.getByRole('row', { name: /^Hosted calls a day/ });
  expect(
    within(calls)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['1,000', '50,000', '500,000']);
  expect(gate('Free').textContent).toContain('Unlocked: 3 projects and 60 hosted calls');
  expect(gate('Pro').textContent).toContain('Pro unlocks 25 projects and 600 hosted calls');
  expect(within(gate('Team')).getByRole('link', { name: 'Sign in' })).toBeTruthy();
  expect(asked).toEqual([]);
});

test('a plan that is paid for opens its gates, and not those above it', async () => {
  await openPlans(paid('pro'));
  await screen.findByText('Your plan is Pro');
  expect(screen.getByRole('columnheader', { name: 'Pro yours' })).toBeTruthy();
  expect(gate('Pro').textContent).toContain('Unlocked');
  expect(within(gate('Team')).getByRole('link', { name: 'Compare plans' })).toBeTruthy();
});

test('a plan that this version does not know has the limits of Pro', async () => {
  await openPlans(paid('Founders 2026'));
  await screen.findByText('Your plan is Founders 2026');
  expect(screen.getByText(/the limits of Pro apply/)).toBeTruthy();
  expect(gate('Pro').textContent).toContain('Unlocked');
});

test('an expired token is refreshed once and the question repeated once', async () => {
  const answers = [() => new Response('{}', { status: 401 }), paid('pro')];
  const { asked, identity } = await openPlans(() => (answers.shift() ?? paid('team'))());
  await screen.findByText('Your plan is Pro');
  expect(asked).toHaveLength(2);
  for (const authorization of asked) expect(authorization).toMatch(/^Bearer /);
  expect(identity.asked.filter((call) => call === 'token')).toHaveLength(1);
});

test.each<[fault: string, answer: () => Response]>([
  ['refused for good', () => new Response('{}', { status: 401 })],
  ['unavailable', () => new Response('{}', { status: 503 })],
  ['of another shape', () => Response.json({ hasActiveSubscription: true })],
  [
    'cut off',
    () => {
      throw new TypeError('Failed to fetch');
    },
  ],
])('an answer that is %s leaves the user free', async (_fault, answer) => {
  await openPlans(answer);
  await screen.findByText('Your plan is Free');
  expect(gate('Pro').textContent).toContain('Pro unlocks');
});

test('what the server decides about a gate stands beside it, also that it decided nothing', async () => {
  const { user } = await openPlans(paid('pro'));
  const ask = async (name: string) => {
    await user.click(screen.getByRole('button', { name: `Ask the server about ${name}` }));
    return within(gate(name));
  };
  await screen.findByText('Your plan is Pro');
  goOffline();
  await (await ask('Team')).findByText('The server did not answer. Try again.');
  answerRequests(({ url }) =>
    url.endsWith('/team') ? refuse(403, 'This needs the plan Team.') : Response.json({}),
  );
  await (await ask('Team')).findByText('This needs the plan Team.');
  expect(await (await ask('Pro')).findByText('The server grants access.')).toBeTruthy();
});
