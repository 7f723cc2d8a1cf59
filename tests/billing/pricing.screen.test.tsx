import { render, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import type { PlanPrices } from '#app/billing/plans/plan-prices.ts';
import { PricingScreen } from '#app/billing/plans/pricing-screen.tsx';
import type { OwnSubscription } from '#app/billing/subscription/own-subscription.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { fakeIdentity } from '../setup/screens/fake-identity.ts';
import { signInFirst, signOutAgain } from '../setup/screens/signed-in.ts';
import { startUser } from '../setup/screens/start-user.ts';

import { OWN, PAID_PRO } from './own-subscriptions.ts';

afterEach(signOutAgain);

const prices = (currency: string): PlanPrices => ({
  prices: [
    { tier: 'pro', interval: 'month', currency, amount: 1_900 },
    { tier: 'pro', interval: 'year', currency, amount: 19_000 },
    { tier: 'team', interval: 'month', currency, amount: 4_900 },
    { tier: 'team', interval: 'year', currency, amount: 49_000 },
  ],
  currency,
  currencies: ['eur', 'usd'],
  source: 'stripe',
  canBuy: true,
});

interface Opened {
  /** Null: nobody is signed in. */
  own: OwnSubscription | null;
  path?: string;
  shown?: PlanPrices;
  /** Answers to what is asked for by POST, by the last part of its path. */
  posts?: Record<string, () => Response>;
}

/** Shows the page; the requests that change something are kept. */
async function openPricing({ own, path = '/pricing', shown = prices('usd'), posts = {} }: Opened) {
  const sent: Record<string, unknown>[] = [];
  const answer = async ({ url, method }: Request, body: () => Promise<unknown>) => {
    const { pathname, searchParams } = new URL(url);
    const name = pathname.split('/').at(-1) ?? '';
    if (method === 'POST') {
      const text = await body();
      sent.push({ [name]: text });
      return posts[name]?.();
    }
    if (name === 'subscription') return Response.json(own);
    if (name === 'prices') return Response.json(prices(searchParams.get('currency') ?? ''));
    const isPaid = own?.isActive ?? false;
    if (name !== 'status') return undefined;
    const tier = isPaid ? own?.tier : 'free';
    return Response.json({ hasActiveSubscription: isPaid, currentPlan: { tier } });
  };
  const answerEach = (request: Request) =>
    answer(request, async () => {
      const text = await request.text();
      return text === '' ? null : JSON.parse(text);
    });
  if (own === null) answerRequests(answerEach);
  else await signInFirst(fakeIdentity(), answerEach);
  const element = <PricingScreen prices={shown} locale="en" />;
  const routes = [
    { path: '/pricing', element },
    { path: '*', element: <p>Another page</p> },
  ];
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(<RouterProvider router={router} />);
  return { user: startUser(), router, sent };
}

const card = (name: string) => within(screen.getByRole('region', { name }));
const leaving = () => vi.spyOn(location, 'assign').mockImplementation(() => {});

test('a visitor compares prices by the month and by the year, and signs in with their choice kept', async () => {
  const { user, router } = await openPricing({ own: null });
  await card('Pro').findByRole('link', { name: 'Sign in to get Pro' });
  expect(card('Pro').getByText('$19')).toBeTruthy();
  expect(card('Team').getByText('per seat, per month')).toBeTruthy();
  expect(card('Free').getByRole('link', { name: 'Start building' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Yearly save 16%' }));
  expect(card('Pro').getByText('$190')).toBeTruthy();
  expect(card('Pro').getByText(/\$15\.83 a month: you save \$38 a year \(16%\)/)).toBeTruthy();
  await user.click(card('Pro').getByRole('link', { name: 'Sign in to get Pro' }));
  expect(router.state.location.pathname).toBe('/login');
  const back = new URLSearchParams(router.state.location.search).get('returnUrl');
  expect(back).toBe('/pricing?plan=pro&interval=year&currency=usd');
  expect(localStorage.getItem('auth_return_url')).toBe(back);
});

test('another currency is asked for by the address, so that it can be shared', async () => {
  const { user, router } = await openPricing({ own: null, path: '/pricing?interval=year' });
  await user.selectOptions(screen.getByLabelText('Currency'), 'EUR · Euro');
  expect(router.state.location.search).toBe('?interval=year&currency=eur');
});

test('the table compares every limit, and questions have answers', async () => {
  const { user } = await openPricing({ own: null });
  const table = within(screen.getByRole('table', { name: 'What each plan allows' }));
  expect(table.getByRole('row', { name: /^Projects 3 25 200$/ })).toBeTruthy();
  await user.click(screen.getByText('What happens at a limit?'));
  expect(screen.getByText(/Nothing is charged on top of your plan/)).toBeTruthy();
});

test('who is free goes to the checkout of the plan, and finds the button alive after coming back', async () => {
  const left = leaving();
  const { user, sent } = await openPricing({
    own: OWN,
    path: '/pricing?plan=pro&interval=year',
    posts: { checkout: () => Response.json({ url: 'https://checkout.stripe.com/c/1' }) },
  });
  const button = await card('Pro').findByRole('button', { name: 'Get Pro' });
  expect(document.activeElement).toBe(button);
  expect(card('Pro').getByText('Your choice')).toBeTruthy();
  expect(card('Free').getByText('This is your plan.')).toBeTruthy();
  await user.click(button);
  await waitFor(() => expect(left).toHaveBeenCalledWith('https://checkout.stripe.com/c/1'));
  expect(sent).toEqual([{ checkout: { tier: 'pro', interval: 'year', currency: 'usd' } }]);
  const busy = card('Pro').getByRole('button', { name: 'Opening the checkout' });
  expect(busy.getAttribute('aria-busy')).toBe('true');
  // A second click while the browser leaves opens no second checkout.
  await user.click(busy);
  await user.click(card('Team').getByRole('button', { name: 'Get Team' }));
  expect(sent).toHaveLength(1);
  window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
  await user.click(await card('Pro').findByRole('button', { name: 'Get Pro' }));
  await waitFor(() => expect(sent).toHaveLength(2));
});

test('a team is bought with as many seats as are entered', async () => {
  leaving();
  const { user, sent } = await openPricing({
    own: OWN,
    posts: { checkout: () => Response.json({ url: 'https://checkout.stripe.com/c/1' }) },
  });
  const seats = await card('Team').findByLabelText('Seats');
  await user.clear(seats);
  expect(card('Team').getByText('Enter a number from 1 to 200.')).toBeTruthy();
  await user.click(card('Team').getByRole('button', { name: 'Get Team' }));
  expect(sent).toEqual([]);
  await user.type(seats, '3');
  expect(card('Team').getByText('$147 a month')).toBeTruthy();
  await user.click(card('Team').getByRole('button', { name: 'Get Team' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    checkout: { tier: 'team', interval: 'month', currency: 'usd', seats: 3 },
  });
});

test('a checkout that is refused says so beside its button, which is alive again', async () => {
  const { user } = await openPricing({
    own: OWN,
    posts: { checkout: () => refuse(503, 'The payment service does not answer at the moment.') },
  });
  await user.click(await card('Pro').findByRole('button', { name: 'Get Pro' }));
  await card('Pro').findByText('The payment service does not answer at the moment.');
  expect(card('Pro').getByRole('button', { name: 'Get Pro' })).toBeTruthy();
});

test('who pays sees what a change makes different and when it is charged, and confirms it', async () => {
  const changed = { ...PAID_PRO, tier: 'team', amount: 9_800, seats: 2 } as const;
  const { user, sent } = await openPricing({
    own: PAID_PRO,
    posts: { change: () => Response.json(changed) },
  });
  await card('Pro').findByText('This is your plan.');
  expect(card('Pro').getByText('Your plan')).toBeTruthy();
  expect(card('Free').getByRole('link', { name: 'Cancel your subscription' })).toBeTruthy();
  await user.click(card('Team').getByRole('button', { name: 'Change to Team' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your plan' }));
  // In the currency of the subscription, not in that of the page.
  await dialog.findByText('Team, 1 seat: €49 a month');
  expect(dialog.getByText('Pro: €19 a month')).toBeTruthy();
  expect(dialog.getByText(/difference is charged, or credited, now/)).toBeTruthy();
  expect(dialog.getByRole('row', { name: /^Projects 25 to 200$/ })).toBeTruthy();
  const seats = dialog.getByLabelText('Seats');
  await user.clear(seats);
  await user.type(seats, '2');
  await dialog.findByText('Team, 2 seats: €98 a month');
  await user.click(dialog.getByRole('button', { name: 'Change the plan' }));
  await screen.findByText('Your plan is Team now.');
  expect(sent).toEqual([{ change: { tier: 'team', interval: 'month', seats: 2 } }]);
  expect(card('Team').getByText('This is your plan.')).toBeTruthy();
});

test('another interval is charged at once, and a card that is declined changes nothing', async () => {
  const declined = () =>
    Response.json(
      {
        type: 'urn:mcp-builder:card-declined',
        status: 402,
        detail: 'The payment failed, and nothing was changed.',
      },
      { status: 402 },
    );
  const { user } = await openPricing({
    own: PAID_PRO,
    path: '/pricing?interval=year',
    posts: { change: declined },
  });
  await user.click(await card('Pro').findByRole('button', { name: 'Change the billing interval' }));
  const dialog = within(await screen.findByRole('dialog'));
  await dialog.findByText(/A new year begins today and is charged at once/);
  await user.click(dialog.getByRole('button', { name: 'Change the plan' }));
  await dialog.findByText('The payment failed, and nothing was changed.');
  expect(dialog.getByRole('link', { name: /^Change the payment method/ })).toBeTruthy();
});

test('who has cancelled resumes', async () => {
  const end = Date.parse('2027-01-15T12:00:00Z');
  const { user, sent } = await openPricing({
    own: { ...PAID_PRO, renewsAt: null, endsAt: end },
    posts: { resume: () => Response.json(PAID_PRO) },
  });
  await card('Pro').findByText(/You cancelled it\. It ends on .*2027/);
  expect(card('Free').getByText(/Your plan from .*2027/)).toBeTruthy();
  await user.click(card('Pro').getByRole('button', { name: 'Resume Pro' }));
  await screen.findByText('Pro goes on. It is not cancelled any more.');
  expect(sent).toEqual([{ resume: null }]);
  expect(card('Pro').getByText('This is your plan.')).toBeTruthy();
});

test('who owes a payment is led to their subscription', async () => {
  await openPricing({ own: { ...PAID_PRO, state: 'pastDue', graceUntil: 1 } });
  const link = await card('Team').findByRole('link', { name: 'Look at your subscription' });
  expect(link.getAttribute('href')).toBe('/subscription');
});

test('where nothing is sold, plans are shown and the operator reads what is missing', async () => {
  const shown: PlanPrices = { ...prices('usd'), source: 'list', canBuy: false };
  const { user } = await openPricing({ own: OWN, shown });
  await card('Pro').findByText('Pro cannot be bought on this installation.');
  expect(card('Pro').queryByRole('button')).toBeNull();
  expect(screen.getByText('Buying is not set up on this installation')).toBeTruthy();
  await user.click(screen.getByText('What an operator has to set'));
  for (const name of ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', /pro_month, pro_year/]) {
    expect(screen.getByText(name)).toBeTruthy();
  }
});

test('a plan that cannot be loaded leaves the prices, and is asked for again', async () => {
  const identity = fakeIdentity();
  let isAway = true;
  await signInFirst(identity, ({ url }) => {
    if (url.endsWith('/status')) return refuse(503, 'Away.');
    return isAway ? refuse(503, 'Away.') : Response.json(OWN);
  });
  const element = <PricingScreen prices={prices('usd')} locale="en" />;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />);
  await screen.findByRole('alert');
  expect(card('Pro').getByText('$19')).toBeTruthy();
  isAway = false;
  await startUser().click(screen.getByRole('button', { name: 'Try again' }));
  await card('Pro').findByRole('button', { name: 'Get Pro' });
});
