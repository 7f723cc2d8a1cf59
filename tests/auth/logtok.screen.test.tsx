import { fireEvent, render, screen, within } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';

import Logtok from '#app/auth/logtok/logtok.route.tsx';

import { fakeIdentity } from '../setup/screens/fake-identity.ts';
import { signInFirst, signOutAgain } from '../setup/screens/signed-in.ts';
import { startUser } from '../setup/screens/start-user.ts';

afterEach(async () => {
  vi.useRealTimers();
  await signOutAgain();
});

async function openToken() {
  const identity = fakeIdentity();
  await signInFirst(identity);
  const { container } = render(<Logtok />, { wrapper: MemoryRouter });
  const section = await screen.findByRole('region', { name: 'Token' });
  const code = section.querySelector('code');
  return { identity, container, shown: () => code?.textContent ?? '', user: startUser() };
}

test('the token is masked until it is asked for, and is copied whole', async () => {
  const { user, shown } = await openToken();
  expect(shown()).toContain('••••');
  await user.click(screen.getByRole('button', { name: 'Copy token' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toMatch(/^[^.•]+\.[^.•]+\.[^.•]*$/);
  await user.click(screen.getByRole('button', { name: 'Show token' }));
  expect(shown()).toBe(copied);
  await user.click(screen.getByRole('button', { name: 'Hide token' }));
  expect(shown()).toContain('••••');
});

test('the claims stand there with their meaning, and can be copied', async () => {
  const { user } = await openToken();
  const claims = within(screen.getByRole('region', { name: 'Claims' }));
  expect(claims.getByText('ada@example.com')).toBeTruthy();
  expect(claims.getByText('When it expires')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Copy claims as JSON' }));
  expect(JSON.parse(await navigator.clipboard.readText())).toMatchObject({
    sub: 'uid-of-ada',
    email: 'ada@example.com',
  });
});

test('the time left runs', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await openToken();
  const left = screen.getByRole('region', { name: 'Expires in' });
  expect(left.textContent).toMatch(/Expires in59 min \d+ s|Expires in60 min 0 s|Expires in1 h/);
  await vi.advanceTimersByTimeAsync(120_000);
  await within(left).findByText(/^5[78] min \d+ s$/);
});

test('a refresh that fails says so and keeps the token, a good one takes its place', async () => {
  const { identity, shown } = await openToken();
  identity.refuses.token = 'offline';
  const refresh = screen.getByRole('button', { name: 'Refresh token' });
  fireEvent.click(refresh);
  expect((await screen.findByText(/^Network error/)).textContent).toBe(
    'Network error. Please check your connection and try again.',
  );
  expect(screen.getByRole('region', { name: 'Expires in' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Show token' }));
  const before = shown();
  delete identity.refuses.token;
  identity.renew();
  fireEvent.click(refresh);
  await vi.waitFor(() => expect(shown()).not.toBe(before));
  expect(screen.queryByText(/^Network error/)).toBeNull();
});
