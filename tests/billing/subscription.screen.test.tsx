import { render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import { loadAuth } from '#app/auth/auth-client.ts';
import type { Invoice, OwnSubscription } from '#app/billing/subscription/own-subscription.ts';
import { SubscriptionScreen } from '#app/billing/subscription/subscription-screen.tsx';
import type { LimitUsage } from '#app/billing/usage.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { fakeIdentity } from '../setup/screens/fake-identity.ts';
import { signInFirst, signOutAgain } from '../setup/screens/signed-in.ts';
import { startUser } from '../setup/screens/start-user.ts';

import { OWN, PAID_PRO, PRO_USAGE } from './own-subscriptions.ts';

afterEach(signOutAgain);

const END = Date.parse('2027-01-15T12:00:00Z');

const INVOICE: Invoice = {
  id: 'in_1',
  number: 'A-0001',
  createdAt: Date.parse('2026-11-15T12:00:00Z'),
  amount: 1_900,
  currency: 'eur',
  status: 'paid',
  url: 'https://invoice.stripe.com/i/1',
  pdf: 'https://pay.stripe.com/invoice/1/pdf',
};

interface Opened {
  own: OwnSubscription;
  usage?: LimitUsage[];
  /** Replaces the answer to a request, by the last part of its path. */
  answers?: Record<string, (query: URLSearchParams) => Response>;
}

const renderScreen = () =>
  render(
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element: <SubscriptionScreen /> }])}
    />,
  );

/** Shows the page to somebody; what is asked for is kept. */
async function openSubscription({ own, usage = PRO_USAGE, answers = {} }: Opened) {
  const asked: string[] = [];
  const usual: Record<string, () => Response> = {
    subscription: () => Response.json(own),
    sync: () => Response.json(own),
    usage: () => Response.json({ tier: own.tier ?? 'free', limits: usage }),
    invoices: () => Response.json({ invoices: [INVOICE], hasMore: false }),
    status: () =>
      Response.json({
        hasActiveSubscription: own.isActive,
        currentPlan: { tier: own.isActive ? own.tier : 'free' },
      }),
  };
  await signInFirst(fakeIdentity(), async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const name = pathname.split('/').at(-1) ?? '';
    if (request.method === 'POST') asked.push(`${name} ${await request.text()}`.trim());
    return answers[name]?.(searchParams) ?? usual[name]?.();
  });
  renderScreen();
  return { user: startUser(), asked };
}

const button = (name: string) => screen.findByRole('button', { name });
const row = (name: string) => {
  const found = screen
    .getAllByRole('listitem')
    .find(({ textContent }) => textContent?.startsWith(name));
  return found?.textContent ?? '';
};

test('who is signed out reads what signing in adds, and stays', async () => {
  answerRequests();
  await loadAuth();
  renderScreen();
  await screen.findByText('Sign in to see your subscription');
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeTruthy();
});

test('who is free sees their usage, and the way to the plans', async () => {
  const usage = PRO_USAGE.map((each) => ({ ...each, used: 1, max: 3 }));
  await openSubscription({ own: OWN, usage });
  await screen.findByRole('heading', { name: 'Free' });
  await screen.findByText('Projects');
  expect(screen.getByRole('link', { name: 'Compare plans' })).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Invoices' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Cancel subscription' })).toBeNull();
});

test('who pays sees price, renewal, what is left of each limit and when it resets', async () => {
  await openSubscription({ own: PAID_PRO });
  await screen.findByRole('heading', { name: 'Pro' });
  expect(screen.getByText('Active')).toBeTruthy();
  expect(screen.getByText('€19 a month')).toBeTruthy();
  expect(screen.getByText('Renews').closest('div')?.textContent).toMatch(/2027, for €19$/);
  await screen.findByText('Projects');
  expect(row('Projects')).toMatch(/7 of 25.*18 left$/);
  expect(row('Hosted calls today')).toMatch(/50,000 of 50,000.*none left, resets in 6 hours/);
  expect(row('Builder turns today')).toMatch(/– of 300.*Not counted just now/);
});

test.each<[state: string, own: Partial<OwnSubscription>, words: RegExp, action: string]>([
  [
    'whose payment failed',
    { state: 'pastDue', graceUntil: END },
    /Pro stays until .*2027; after that the limits of Free apply/,
    'Change the payment method',
  ],
  [
    'that is not paid',
    { state: 'unpaid', isActive: false },
    /A payment is missing, so the limits of Free apply/,
    'Change the payment method',
  ],
  [
    'that is paused',
    { state: 'paused', isActive: false },
    /Pro is paused/,
    'Change the payment method',
  ],
  [
    'that is paused within a period that is paid',
    { state: 'paused', isActive: true },
    /Payments for Pro are paused\. It stays until the end of the time that you have paid for/,
    'Change the payment method',
  ],
  [
    'that was cancelled',
    { renewsAt: null, endsAt: END },
    /You cancelled Pro\. It stays until .*2027/,
    'Resume Pro',
  ],
])('of a subscription %s the page says what follows, and puts it right', async (...each) => {
  const [, own, words, action] = each;
  await openSubscription({ own: { ...PAID_PRO, ...own } });
  const said = await screen.findByText((_text, element) =>
    Boolean(element?.className === 'max-w-prose' && words.test(element.textContent ?? '')),
  );
  expect(said).toBeTruthy();
  expect(await button(action)).toBeTruthy();
});

test('a trial says when it ends and what it costs then', async () => {
  await openSubscription({ own: { ...PAID_PRO, state: 'trialing', trialEndsAt: END } });
  await screen.findByText('Trial');
  expect(screen.getByText('Trial ends').closest('div')?.textContent).toMatch(
    /2027, then it costs €19 a month$/,
  );
});

test('the payment method is changed on Stripe’s page', async () => {
  const left = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const { user, asked } = await openSubscription({
    own: PAID_PRO,
    answers: { portal: () => Response.json({ url: 'https://billing.stripe.com/p/1' }) },
  });
  await user.click(await button('Payment method'));
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://billing.stripe.com/p/1'));
  expect(asked).toContain('portal {"flow":"payment"}');
});

test('a cancellation says until when the plan stays and what does not fit Free, and is taken back', async () => {
  const cancelled = { ...PAID_PRO, renewsAt: null, endsAt: END };
  const { user, asked } = await openSubscription({
    own: PAID_PRO,
    answers: {
      cancel: () => Response.json(cancelled),
      resume: () => Response.json(PAID_PRO),
    },
  });
  await screen.findByText('Projects');
  await user.click(await button('Cancel subscription'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Cancel Pro' }));
  expect(dialog.getByText(/Pro stays until/).textContent).toMatch(/2027/);
  expect(dialog.getByText(/You have 7 projects, and Free allows 3/)).toBeTruthy();
  expect(dialog.queryByText(/private endpoints/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Keep Pro' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked).not.toContain('cancel');
  await user.click(await button('Cancel subscription'));
  await user.click(await button('Cancel the subscription'));
  await screen.findByText('Cancelled');
  await user.click(await button('Resume Pro'));
  await screen.findByText('Pro goes on. It is not cancelled any more.');
  expect(asked.filter((each) => each !== 'sync')).toEqual(['cancel', 'resume']);
});

test('a plan that owes a payment ends at once, and says so before', async () => {
  const { user } = await openSubscription({
    own: { ...PAID_PRO, state: 'pastDue', graceUntil: END },
  });
  await user.click(await button('Cancel subscription'));
  expect(await screen.findByText(/Pro ends at once/)).toBeTruthy();
});

test('a cancellation that fails leaves the question open', async () => {
  const { user } = await openSubscription({
    own: PAID_PRO,
    answers: { cancel: () => refuse(503, 'The payment service does not answer.') },
  });
  await user.click(await button('Cancel subscription'));
  await user.click(await button('Cancel the subscription'));
  await screen.findByText('The payment service does not answer.');
  expect(await button('Cancel the subscription')).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
});

test('seats of a team are changed with their price', async () => {
  const team = { ...PAID_PRO, tier: 'team', seats: 2, amount: 9_800 } as const;
  const { user, asked } = await openSubscription({
    own: team,
    answers: {
      prices: () =>
        Response.json({
          prices: [{ tier: 'team', interval: 'month', currency: 'eur', amount: 4_900 }],
          currency: 'eur',
          currencies: ['eur'],
          source: 'stripe',
          canBuy: true,
        }),
      change: () => Response.json({ ...team, seats: 3, amount: 14_700 }),
    },
  });
  await user.click(await button('Change seats'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the number of seats' }));
  const seats = await dialog.findByLabelText('Seats');
  const change = dialog.getByRole('button', { name: 'Change the seats' });
  expect(change.getAttribute('aria-disabled')).toBe('true');
  await user.clear(seats);
  await user.type(seats, '3');
  await dialog.findByText('Team, 3 seats: €147 a month');
  await user.click(change);
  await screen.findByText('The number of seats is changed.');
  expect(asked).toContain('change {"tier":"team","interval":"month","seats":3}');
  expect(screen.getByText('€147 a month')).toBeTruthy();
});

test('seats of a plan that owes a payment cannot be changed', async () => {
  await openSubscription({
    own: { ...PAID_PRO, tier: 'team', seats: 2, state: 'pastDue', graceUntil: END },
  });
  await button('Cancel subscription');
  expect(screen.queryByRole('button', { name: 'Change seats' })).toBeNull();
});

test('invoices come in pages, with Stripe’s page and the PDF of each', async () => {
  const older: Invoice = {
    ...INVOICE,
    id: 'in_0',
    number: null,
    currency: 'jpy',
    status: 'open',
    url: null,
    pdf: null,
  };
  const { user } = await openSubscription({
    own: PAID_PRO,
    answers: {
      invoices: (query) =>
        query.get('cursor') === 'in_1'
          ? Response.json({ invoices: [older], hasMore: false })
          : Response.json({ invoices: [INVOICE], hasMore: true }),
    },
  });
  const view = await screen.findByRole('link', { name: 'View invoice A-0001' });
  expect(view.getAttribute('href')).toBe(INVOICE.url);
  expect(screen.getByRole('link', { name: 'PDF of invoice A-0001' })).toBeTruthy();
  await user.click(await button('Show older invoices'));
  await screen.findByText('No number yet');
  expect(screen.getByText('¥1,900')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Show older invoices' })).toBeNull();
});

test('while Stripe is down the plan stays visible, and the invoices can be asked for again', async () => {
  let isAway = true;
  const away = () => refuse(503, 'The payment service does not answer.');
  const { user } = await openSubscription({
    own: PAID_PRO,
    answers: {
      sync: away,
      invoices: () => (isAway ? away() : Response.json({ invoices: [INVOICE], hasMore: false })),
    },
  });
  await screen.findByText(/The invoices cannot be loaded at the moment/);
  expect(screen.getByRole('heading', { name: 'Pro' })).toBeTruthy();
  expect(screen.getByText('Active')).toBeTruthy();
  isAway = false;
  await user.click(await button('Try again'));
  await screen.findByText('A-0001');
  expect(screen.queryByText(/cannot be loaded/)).toBeNull();
});

test('what Stripe says on a visit counts more than our row', async () => {
  await openSubscription({
    own: { ...PAID_PRO, state: 'pastDue', graceUntil: END },
    answers: { sync: () => Response.json(PAID_PRO) },
  });
  await screen.findByText('Active');
  expect(screen.queryByText('Payment failed')).toBeNull();
});

test('a subscription that cannot be loaded says so and is asked for again', async () => {
  let isAway = true;
  const { user } = await openSubscription({
    own: OWN,
    answers: {
      subscription: () => (isAway ? refuse(500, 'The server failed.') : Response.json(OWN)),
    },
  });
  await screen.findByRole('alert');
  isAway = false;
  await user.click(await button('Try again'));
  expect(await screen.findByRole('heading', { name: 'Free' })).toBeTruthy();
});
