import { render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { ConsentScreen } from '#app/oauth/consent/consent-screen.tsx';
import type { ConsentRequest } from '#app/oauth/consent/consent.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const ASKED: ConsentRequest = {
  handle: 'h1',
  slug: 'weather-1a2b',
  title: 'Weather',
  app: {
    name: 'Editor',
    domain: null,
    client: 'c0ffee12',
    redirectHost: '127.0.0.1',
    isLocal: true,
  },
  groups: [
    { scope: 'tools:read', tools: ['get_forecast'], more: 0, isAsked: true },
    { scope: 'tools:destructive', tools: ['delete_alarm'], more: 3, isAsked: false },
  ],
};

let sent: unknown[];
beforeEach(() => {
  sent = [];
  answerRequests(async (request) => {
    sent.push(await request.json());
    return Response.json({ title: 'Conflict', detail: 'Connect again.' }, { status: 409 });
  });
});

function show(over: Partial<ConsentRequest> = {}) {
  render(<ConsentScreen consent={{ ...ASKED, ...over }} problem={null} back={null} />);
  return startUser();
}

test('who asks is said with what nobody has verified, and what it asked for is chosen', () => {
  show();
  expect(screen.getByRole('heading').textContent).toBe('Let Editor use Weather?');
  expect(screen.getByText(/nobody has verified its name/).textContent).toContain('127.0.0.1');
  expect(screen.getByText('c0ffee12')).toBeTruthy();
  expect(screen.getByText(/a program on this computer/)).toBeTruthy();
  expect(screen.getByText('delete_alarm').parentElement?.textContent).toBe(
    'delete_alarm and 3 more',
  );
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  expect(boxes.map(({ checked }) => checked)).toEqual([true, false]);
});

test('a published app shows its domain, and one elsewhere gives no warning', () => {
  const app = {
    name: 'Editor',
    domain: 'editor.example',
    client: 'https://',
    redirectHost: 'editor.example',
  };
  show({ app: { ...app, isLocal: false } });
  expect(screen.getByText(/described at/).textContent).toContain('editor.example');
  expect(screen.queryByText(/two sites/)).toBeNull();
  expect(screen.queryByText(/a program on this computer/)).toBeNull();
});

test('the chosen groups are sent, without any nothing can be allowed, and a failure is told', async () => {
  const user = show();
  await user.click(screen.getByRole('checkbox', { name: 'Delete and overwrite' }));
  await user.click(screen.getByRole('button', { name: 'Allow' }));
  await screen.findByText('Connect again.');
  expect(sent).toEqual([
    { slug: 'weather-1a2b', handle: 'h1', scopes: ['tools:read', 'tools:destructive'] },
  ]);
  for (const box of screen.getAllByRole('checkbox')) await user.click(box);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Allow' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Don’t allow' }));
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]).toMatchObject({ scopes: [] });
});

test('a request that cannot be answered says why', () => {
  const back = 'https://app.example/callback?error=invalid_request';
  render(<ConsentScreen consent={null} problem="The app asks for nothing." back={back} />);
  expect(screen.getByRole('alert').textContent).toBe('The app asks for nothing.');
  expect(screen.getByRole('link').textContent).toBe('Back to the app at app.example');
  expect(screen.queryByRole('button')).toBeNull();
});

test('an app that is described at one site and answered at another gives a warning', () => {
  const app = {
    name: 'Editor',
    domain: 'editor.example',
    client: 'https://',
    redirectHost: 'elsewhere.example',
  };
  show({ app: { ...app, isLocal: false } });
  expect(screen.getByText(/These are two sites/)).toBeTruthy();
});
