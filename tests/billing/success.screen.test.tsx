import { act, render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import { loadAuth } from '#app/auth/auth-client.ts';
import type { OwnSubscription } from '#app/billing/subscription/own-subscription.ts';
import { SuccessScreen } from '#app/billing/subscription/success-screen.tsx';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { fakeIdentity } from '../setup/screens/fake-identity.ts';
import { signInFirst, signOutAgain } from '../setup/screens/signed-in.ts';
import { startUser } from '../setup/screens/start-user.ts';

import { OWN, PAID_PRO } from './own-subscriptions.ts';

afterEach(async () => {
  vi.useRealTimers();
  await signOutAgain();
});

function renderScreen() {
  const routes = [{ path: '*', element: <SuccessScreen /> }];
  const initialEntries = ['/success?session_id=cs_test_1'];
  render(<RouterProvider router={createMemoryRouter(routes, { initialEntries })} />);
  return startUser();
}

/** Shows the page to somebody; `answer` says what is known of their subscription. */
async function openSuccess(answer: () => OwnSubscription | Response) {
  const asked: string[] = [];
  await signInFirst(fakeIdentity(), ({ url, method }) => {
    const name = new URL(url).pathname.split('/').at(-1) ?? '';
    asked.push(`${method} ${name}`);
    const known = answer();
    if (known instanceof Response) return known;
    if (name === 'sync') return Response.json(known);
    return Response.json({
      hasActiveSubscription: known.isActive,
      currentPlan: { tier: known.tier ?? 'free' },
    });
  });
  return { asked, user: renderScreen() };
}

/** Lets the time pass that somebody waits at most. */
async function passPatience() {
  for (let second = 0; second < 35; second += 1) {
    await act(() => vi.advanceTimersByTimeAsync(1_000));
  }
}

test('a plan that is active says so, what it allows, and the whole page knows it', async () => {
  const { asked } = await openSuccess(() => PAID_PRO);
  await screen.findByRole('heading', { name: 'Pro is active' });
  expect(screen.getByText('25 projects')).toBeTruthy();
  expect(asked).toContain('POST sync');
  expect(asked.at(-1)).toBe('GET status');
});

test('a payment that becomes known a moment later is waited for', async () => {
  const answers = [OWN, { ...OWN, state: 'incomplete' as const }];
  await openSuccess(() => answers.shift() ?? PAID_PRO);
  await screen.findByRole('heading', { name: 'Activating your plan' });
  expect(await screen.findByRole('heading', { name: 'Pro is active' })).toBeTruthy();
});

test('who never paid, or opened the link of somebody else, reads the truth of their own plan', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  let isPaid = false;
  const { asked, user } = await openSuccess(() => (isPaid ? PAID_PRO : OWN));
  await passPatience();
  await screen.findByRole('heading', { name: 'Your plan is Free' });
  expect(screen.getByText(/do not pay twice/)).toBeTruthy();
  const syncs = asked.filter((each) => each === 'POST sync').length;
  expect(syncs).toBeGreaterThan(4);
  expect(syncs).toBeLessThan(12);
  isPaid = true;
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  await screen.findByRole('heading', { name: 'Pro is active' });
});

test('a payment that takes days is told as such', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  await openSuccess(() => ({ ...PAID_PRO, state: 'incomplete', isActive: false }));
  await passPatience();
  const title = 'Your payment is not complete yet';
  expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
});

test('while Stripe is down nobody is told to pay again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], shouldAdvanceTime: true });
  await openSuccess(() => refuse(503, 'The payment service does not answer.'));
  await passPatience();
  await screen.findByRole('heading', { name: 'Your payment could not be looked up' });
  expect(screen.getByText(/You do not have to pay again/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Check again' })).toBeTruthy();
});

test('who is signed out is asked to sign in with the account that paid', async () => {
  answerRequests();
  await loadAuth();
  renderScreen();
  expect(await screen.findByText('Sign in to see your plan')).toBeTruthy();
});
