import { render, screen, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, test, vi } from 'vitest';

import type { ApiKeyView } from '#app/api-keys/api-key.ts';
import { ApiKeysScreen } from '#app/api-keys/api-keys-screen.tsx';
import type { ConnectedApp } from '#app/oauth/apps/connected-app.ts';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { startUser } from '../setup/screens/start-user.ts';

const NOW = Date.parse('2026-11-20T10:00:00Z');
const DAY_MS = 24 * 60 * 60 * 1_000;
const PROJECTS = [
  { id: 'p1', title: 'Billing' },
  { id: 'p2', title: 'Warehouse' },
];
const TOKEN = 'mcpb_live_shown-once';

const KEY: ApiKeyView = {
  id: 'k1',
  name: 'Laptop',
  lastFour: 'wxyz',
  projects: 'all',
  mayManage: false,
  createdAt: NOW - DAY_MS,
  expiresAt: NOW + DAY_MS,
  usedAt: null,
  revokedAt: null,
  replacedBy: null,
};

function show(keys: ApiKeyView[], projects = PROJECTS, apps: ConnectedApp[] = []) {
  const element = (
    <ApiKeysScreen keys={keys} projects={projects} apps={apps} team={null} now={NOW} />
  );
  const loader = () => null;
  render(<RouterProvider router={createMemoryRouter([{ path: '*', element, loader }])} />);
  return startUser();
}

/** Answers each request with a new key, and keeps what was sent. */
function answerKeys(): unknown[] {
  const sent: unknown[] = [];
  answerRequests(async (request) => {
    const body: unknown = request.method === 'POST' ? await request.json() : null;
    sent.push({ [`${request.method} ${new URL(request.url).pathname}`]: body });
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    return Response.json({ key: { ...KEY, id: 'k2', name: 'New' }, token: TOKEN }, { status: 201 });
  });
  return sent;
}

const button = (name: string) => screen.findByRole('button', { name });

test('without keys the page says what they are for', async () => {
  show([]);
  await screen.findByText('No keys yet');
  expect(await button('Create key')).toBeTruthy();
});

test('a key is created for chosen projects, and shown once', async () => {
  const sent = answerKeys();
  const user = show([]);
  await user.click(await button('Create key'));
  const form = within(screen.getByRole('form', { name: 'New key' }));
  const submit = form.getByRole('button', { name: 'Create key' });
  expect(submit).toHaveProperty('disabled', true);
  await user.type(form.getByLabelText('Name'), 'New');
  await user.click(form.getByRole('radio', { name: 'Chosen projects' }));
  expect(submit).toHaveProperty('disabled', true);
  await user.click(form.getByRole('checkbox', { name: 'Warehouse' }));
  await user.selectOptions(form.getByLabelText('Expires after'), 'No expiry');
  await user.click(submit);
  await screen.findByText(TOKEN);
  expect(sent).toEqual([
    {
      'POST /api/keys': { name: 'New', projects: ['p2'], mayManage: false, expiresInDays: null },
    },
  ]);
  await user.click(await button('I have copied it'));
  expect(screen.queryByText(TOKEN)).toBeNull();
});

test('a key that manages says so in its request, and what that is in the form', async () => {
  const sent = answerKeys();
  const user = show([]);
  await user.click(await button('Create key'));
  const form = within(screen.getByRole('form', { name: 'New key' }));
  await user.type(form.getByLabelText('Name'), 'CI');
  expect(form.getByRole('checkbox', { name: 'Call endpoints' })).toMatchObject({ disabled: true });
  const manage = form.getByRole('checkbox', { name: 'Manage through the API' });
  await user.click(form.getByRole('radio', { name: 'Chosen projects' }));
  expect(form.getByText(/but cannot create projects/)).toBeTruthy();
  await user.click(form.getByRole('radio', { name: 'All projects' }));
  await user.click(manage);
  await user.click(form.getByRole('button', { name: 'Create key' }));
  await screen.findByText(TOKEN);
  expect(sent).toEqual([
    { 'POST /api/keys': { name: 'CI', projects: 'all', mayManage: true, expiresInDays: 90 } },
  ]);
});

test('who has no project can choose all projects only', async () => {
  const user = show([], []);
  await user.click(await button('Create key'));
  expect(screen.getByRole('radio', { name: 'Chosen projects' })).toHaveProperty('disabled', true);
});

test('a key is revoked after one more question', async () => {
  const sent = answerKeys();
  const user = show([KEY]);
  await user.click(await button('Revoke: Laptop'));
  expect(sent).toEqual([]);
  await screen.findByText(/Clients that use this key are refused within 30 seconds/);
  await user.click(await button('Revoke key'));
  await button('Revoke: Laptop');
  expect(sent).toEqual([{ 'DELETE /api/keys/k1': null }]);
});

test('a rotation shows the new key and asks how long the old one goes on', async () => {
  const sent = answerKeys();
  const user = show([KEY]);
  await user.click(await button('Rotate: Laptop'));
  await user.click(screen.getByRole('radio', { name: '7 days' }));
  await user.click(await button('Create the new key'));
  await screen.findByText(TOKEN);
  expect(sent).toEqual([{ 'POST /api/keys/k1/rotate': { overlapHours: 168 } }]);
});

test('keys say what they may do, and ended ones have no actions', async () => {
  show([
    { ...KEY, projects: ['p1', 'gone'], mayManage: true },
    { ...KEY, id: 'k3', name: 'Old', revokedAt: NOW - DAY_MS },
    { ...KEY, id: 'k4', name: 'Late', expiresAt: NOW - 1 },
    { ...KEY, id: 'k5', name: 'Replaced', replacedBy: 'k1' },
  ]);
  await screen.findByText(/Calls and manages Billing, 1 deleted/);
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '');
  expect(rows.map((text) => /Revoked|Expired/.exec(text)?.[0])).toEqual([
    undefined,
    'Revoked',
    'Expired',
    undefined,
  ]);
  expect(screen.queryByRole('button', { name: 'Revoke: Old' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Rotate: Replaced' })).toBeNull();
  await button('Revoke: Replaced');
});

test('what is refused is said at the form, which keeps what was typed', async () => {
  answerRequests(() =>
    Response.json(
      { type: 'about:blank', title: 'Conflict', status: 409, detail: 'Too many.', requestId: 'r' },
      { status: 409, headers: { 'content-type': 'application/problem+json' } },
    ),
  );
  const user = show([]);
  await user.click(await button('Create key'));
  await user.type(screen.getByLabelText('Name'), 'New');
  const form = within(screen.getByRole('form', { name: 'New key' }));
  await user.click(form.getByRole('button', { name: 'Create key' }));
  await screen.findByText('Too many.');
  expect(screen.getByLabelText('Name')).toHaveProperty('value', 'New');
});

test('an app is disconnected, and what it may do is said', async () => {
  const sent = answerKeys();
  const app: ConnectedApp = {
    id: 'g1',
    name: 'Editor',
    client: 'c0ffee12',
    domain: 'editor.example',
    slug: 'weather-1a2b',
    scopes: ['tools:read', 'tools:destructive'],
    createdAt: NOW,
    expiresAt: null,
  };
  const user = show([], PROJECTS, [app]);
  const apps = within(await screen.findByRole('region', { name: 'Connected apps' }));
  expect(apps.getByRole('listitem').textContent).toMatch(
    /^Editor \(editor\.example\)\/mcp\/weather-1a2b · Read, Delete and overwrite · connected/,
  );
  await user.click(apps.getByRole('button', { name: 'Disconnect: Editor' }));
  await vi.waitFor(() => expect(sent).toEqual([{ 'DELETE /api/oauth/apps/g1': null }]));
});
