import { render, screen, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { createConnection } from '#app/mcp-client/create-connection.ts';
import { OauthPanel } from '#app/tester/oauth/oauth-panel.tsx';

import { answerRequests } from '../../setup/screens/answer-requests.ts';
import { startUser } from '../../setup/screens/start-user.ts';
import { ISSUER, METADATA, SERVER, SOUND, withMembers } from './fake-authority.ts';

type Answers = typeof SOUND;

function show(over: Answers = {}) {
  const asked: Request[] = [];
  const answers = new Map(Object.entries({ ...SOUND, ...over }));
  answerRequests((request) => {
    asked.push(request);
    const answer = answers.get(request.url) ?? (() => new Response(null, { status: 404 }));
    return typeof answer === 'function' ? answer() : Response.json(answer);
  });
  const connection = createConnection(
    {
      id: crypto.randomUUID(),
      name: 'Notes',
      url: SERVER,
      transport: 'http',
      era: 'auto',
      route: 'direct',
      headers: [],
      auth: { kind: 'none' },
      timeoutMs: 1_000,
      maxTimeoutMs: 1_000,
    },
    {},
  );
  render(<OauthPanel connection={connection} servers={[]} />);
  return { user: startUser(), asked };
}

const step = (name: string) =>
  within(screen.getByRole('heading', { name }).closest('li') ?? document.body);
const press = (name: string) => screen.getByRole('button', { name });

test('the steps run up to the sign-in; its answer can be pasted, and the token asks for more scopes', async () => {
  const challenges = ['Bearer scope="read"', 'Bearer error="insufficient_scope", scope="write"'];
  const { user, asked } = show({
    [SERVER]: () => {
      const [challenge = '', ...later] = challenges.splice(0);
      challenges.push(...later);
      const status = challenge.includes('error') ? 403 : 401;
      return new Response(null, { status, headers: { 'www-authenticate': challenge } });
    },
  });
  await user.click(press('Start'));
  expect(await step('Client registration').findByText(/^Registered as registered-1/)).toBeTruthy();
  const open = vi.spyOn(window, 'open').mockReturnValue(null);
  await user.click(press('Open the sign-in'));
  expect(await screen.findByText(/^The browser blocked the window/)).toBeTruthy();
  const url = new URL(String(open.mock.calls[0]?.[0]));
  await user.click(screen.getByText('The answer did not arrive'));
  const field = screen.getByLabelText('Address that the sign-in led back to');
  await user.click(field);
  await user.paste(`https://elsewhere.example/client/callback?code=c&state=s`);
  expect(press('Use it')).toHaveProperty('disabled', true);
  await user.clear(field);
  const state = url.searchParams.get('state') ?? '';
  await user.click(field);
  await user.paste(`${location.origin}/client/callback?code=c1&state=${state}&iss=${ISSUER}`);
  await user.click(press('Use it'));

  const use = step('Ask with the token');
  expect(await use.findAllByText(/more scopes are needed: write/)).toHaveLength(1);
  expect(asked.at(-1)?.headers.get('authorization')).toBe('Bearer access-1');
  expect(screen.queryByText(/access-1/)).toBeNull();
  await user.click(use.getByRole('button', { name: 'Ask for them' }));
  expect(await step('Authorization request').findByText('Scopes: read write')).toBeTruthy();
});

test('a step that fails says why, and later ones what they lack', async () => {
  const { user } = show(withMembers(METADATA, { code_challenge_methods_supported: undefined }));
  await user.click(press('Start'));
  const server = step('Authorization server metadata');
  expect(await server.findByText(/^"code_challenge_methods_supported" is missing/)).toBeTruthy();
  expect(server.getByText('Failed')).toBeTruthy();
  await user.click(press('Run: Access token'));
  expect(
    await step('Access token').findByText('First sign in, so that there is a code.'),
  ).toBeTruthy();
});

test('an own client is used once it is entered, and its secret is not shown', async () => {
  const { user } = show();
  await user.click(screen.getByText('Settings'));
  await user.selectOptions(screen.getByLabelText('Registration'), 'Your own client');
  await user.type(screen.getByLabelText('Client ID'), 'mine');
  await user.type(screen.getByLabelText('Client secret'), 'hush-hush');
  await user.click(press('Start'));
  expect(
    await step('Client registration').findByText(/^Your own client mine, with its secret/),
  ).toBeTruthy();
  expect(document.body.textContent).not.toContain('hush-hush');
});
