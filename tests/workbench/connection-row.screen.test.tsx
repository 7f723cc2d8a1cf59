import { render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { BegunConnection, type Connectable } from '#app/drafts/connections/connection.ts';
import { answerJson } from '#app/platform/answer-json.ts';
import { ConnectionRow } from '#app/workbench/connect/connection-row.tsx';

import { answerRequests } from '../setup/screens/answer-requests.ts';
import { refuse } from '../setup/screens/fake-draft.ts';
import { startUser } from '../setup/screens/start-user.ts';

const connectable: Connectable = {
  upstream: {
    id: 'notes',
    title: 'Notes',
    baseUrl: 'https://api.notes.test',
    allowedHosts: ['api.notes.test'],
    auth: [],
    security: [],
  },
  scheme: {
    id: 'login',
    kind: 'oauth2AuthorizationCode',
    authorizationUrl: 'https://id.notes.test/authorize',
    tokenUrl: 'https://id.notes.test/token',
    scopes: ['notes.read'],
    clientIdSecret: 'CLIENT_ID',
    clientSecretSecret: 'CLIENT_SECRET',
    refreshTokenSecret: 'REFRESH_TOKEN',
  },
};

const secret = (name: string, isSet: boolean, needsConfirmation = false) => ({
  name,
  isSet,
  needsConfirmation,
  origins: [],
});

function open(secrets: ReturnType<typeof secret>[], onChanged = async () => {}) {
  render(
    <ConnectionRow
      draftId="draft"
      connectable={connectable}
      secrets={secrets}
      onChanged={onChanged}
    />,
  );
  return startUser();
}

const client = [secret('CLIENT_ID', true), secret('CLIENT_SECRET', true)];

test('an API is connected once its client is set', () => {
  open([secret('CLIENT_ID', true), secret('CLIENT_SECRET', true, true)]);
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' });
  expect(button.disabled).toBe(true);
  expect(screen.getByText('Set CLIENT_SECRET first.')).toBeTruthy();
  expect(screen.getByText('not connected')).toBeTruthy();
  expect(document.body.textContent).toContain('http://localhost:5173/connect/callback');
  expect(document.body.textContent).toContain('id.notes.test, and allow notes.read');
});

test('Connect leads to where the server says', async () => {
  const url = 'https://id.notes.test/authorize?client_id=1';
  const asked: unknown[] = [];
  answerRequests(async (request) => {
    asked.push(`${request.method} ${new URL(request.url).pathname}`, await request.json());
    return answerJson(BegunConnection, { url });
  });
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {});
  const user = open([...client, secret('REFRESH_TOKEN', false)]);
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  await waitFor(() => expect(assign).toHaveBeenCalledWith(url));
  expect(asked).toEqual([
    'POST /api/drafts/draft/connections',
    { upstream: 'notes', scheme: 'login' },
  ]);
  assign.mockRestore();
});

test('why it cannot begin is told, and it can be tried again', async () => {
  answerRequests(() => refuse(409, 'The secret CLIENT_ID has no value yet.'));
  const user = open([...client, secret('REFRESH_TOKEN', false)]);
  await user.click(screen.getByRole('button', { name: 'Connect' }));
  expect(await screen.findByText(/CLIENT_ID has no value yet/)).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Connect' }).disabled).toBe(false);
});

test('what is connected is connected again, or ended', async () => {
  const ended: string[] = [];
  answerRequests((request) => {
    ended.push(`${request.method} ${new URL(request.url).pathname}`);
    return new Response(null, { status: 204 });
  });
  const changed = vi.fn<() => Promise<void>>(async () => {});
  const user = open([...client, secret('REFRESH_TOKEN', true)], changed);
  expect(screen.getByText('connected')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reconnect' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Disconnect' }));
  await waitFor(() => expect(changed).toHaveBeenCalled());
  expect(ended).toEqual(['DELETE /api/drafts/draft/secrets/REFRESH_TOKEN']);
});

test('a token that would go elsewhere now is not called connected', () => {
  open([...client, secret('REFRESH_TOKEN', true, true)]);
  expect(screen.getByText('connect again')).toBeTruthy();
});
