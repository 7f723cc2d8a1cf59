import { createHash, randomBytes } from 'node:crypto';

import { expect, test } from 'vitest';
import * as z from 'zod';

import { fetchGithub, openWorld } from './open-world.ts';

const REDIRECT = 'https://builder.test/auth/callback';
const SECRET = 'emulator-client-secret';
const Tokens = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.literal(28_800),
});

function makeProof() {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

const addressOf = (client: string, more: Record<string, string> = {}) =>
  `https://github.com/login/oauth/authorize?${new URLSearchParams({ client_id: client, redirect_uri: REDIRECT, state: 'st', ...more })}`;

async function exchange(client: string, more: Record<string, string>, secret = SECRET) {
  const form = new URLSearchParams({ client_id: client, client_secret: secret, ...more });
  const url = 'https://github.com/login/oauth/access_token';
  const answer: unknown = await (await fetchGithub(url, { method: 'POST', body: form })).json();
  return z.record(z.string(), z.unknown()).parse(answer);
}

const readUser = async (token: string) => {
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'test' };
  return (await fetchGithub('https://api.github.com/user', { headers })).status;
};

test('a sign-in is proven by its verifier, counts once, and comes back with the state', async () => {
  const { control } = openWorld('sign_in');
  const client = 'Iv1.emulator_sign_in';
  const { verifier, challenge } = makeProof();
  const proof = { code_challenge: challenge, code_challenge_method: 'S256' };
  const begin = async () => {
    const back = new URL(await control.authorize(addressOf(client, proof)));
    expect(back.searchParams.get('state')).toBe('st');
    return back.searchParams.get('code') ?? '';
  };
  const wrong = { error: 'bad_verification_code' };
  expect(await exchange(client, { code: await begin(), code_verifier: 'other' })).toMatchObject(
    wrong,
  );
  expect(await exchange(client, { code: await begin() })).toMatchObject(wrong);
  expect(
    await exchange(client, { code: await begin(), code_verifier: verifier }, 'guess'),
  ).toMatchObject({ error: 'incorrect_client_credentials' });
  expect(
    await exchange('Ov23.emulator_sign_in', { code: await begin(), code_verifier: verifier }),
  ).toMatchObject(wrong);
  const code = await begin();
  const got = Tokens.parse(await exchange(client, { code, code_verifier: verifier }));
  expect(await readUser(got.access_token)).toBe(200);
  expect(await exchange(client, { code, code_verifier: verifier })).toMatchObject(wrong);
});

test('whoever cancels comes back with an error, and a foreign address is never led to', async () => {
  const { control } = openWorld('denial');
  const client = 'Iv1.emulator_denial';
  const back = new URL(await control.authorize(addressOf(client), null));
  expect(Object.fromEntries(back.searchParams)).toMatchObject({
    error: 'access_denied',
    state: 'st',
  });
  await control.authorize(addressOf(client));
  const foreign = addressOf(client, { redirect_uri: 'https://evil.test/auth/callback' });
  await expect(control.authorize(foreign)).rejects.toThrow(/not associated/);
});

test('tokens expire, a refresh token counts once, and ends the token before', async () => {
  const { control } = openWorld('refresh');
  const client = 'Iv1.emulator_refresh';
  const first = Tokens.parse(await control.token());
  await control.expireTokens();
  expect(await readUser(first.access_token)).toBe(401);
  const refresh = (token: string) =>
    exchange(client, { grant_type: 'refresh_token', refresh_token: token });
  const second = Tokens.parse(await refresh(first.refresh_token));
  expect(await readUser(second.access_token)).toBe(200);
  expect(await refresh(first.refresh_token)).toMatchObject({ error: 'bad_refresh_token' });
  Tokens.parse(await refresh(second.refresh_token));
  expect(await readUser(second.access_token)).toBe(401);
});

test('the app ends one token, or everything that a user gave it', async () => {
  const { control } = openWorld('ending');
  const client = 'Iv1.emulator_ending';
  const [one, two, three] = await Promise.all([1, 2, 3].map(() => control.token()));
  const basic = `Basic ${Buffer.from(`${client}:${SECRET}`).toString('base64')}`;
  const end = async (what: 'token' | 'grant', token = '', authorization = basic) => {
    const url = `https://api.github.com/applications/${client}/${what}`;
    const body = JSON.stringify({ access_token: token });
    const headers = { authorization, 'user-agent': 'test' };
    return (await fetchGithub(url, { method: 'DELETE', body, headers })).status;
  };
  expect(await end('token', one?.access_token, 'Basic eDp5')).toBe(401);
  expect(await end('token', one?.access_token)).toBe(204);
  expect(await end('token', one?.access_token)).toBe(404);
  expect(await readUser(two?.access_token ?? '')).toBe(200);
  expect(await end('grant', two?.access_token)).toBe(204);
  expect(await readUser(three?.access_token ?? '')).toBe(401);
});

test('installing leads back with the installation, and the app then reaches what was chosen', async () => {
  const { control, signIn } = openWorld('install');
  await control.uninstall('octo-dev');
  await control.app({ callback: REDIRECT });
  const page = 'https://github.com/apps/mcp-builder-install/installations/new?state=st';
  const back = new URL(await control.visitInstallation(page));
  expect(back.origin + back.pathname).toBe(REDIRECT);
  const parts = Object.fromEntries(back.searchParams);
  expect(parts).toMatchObject({ setup_action: 'install', state: 'st' });
  await control.install('octo-dev', ['hello-world', 'secret-plans']);
  const github = await signIn();
  const { data } = await github.request('GET /user/installations/{installation_id}/repositories', {
    installation_id: Number(parts['installation_id']),
  });
  expect(data.repositories.map(({ name }) => name)).toEqual(['hello-world', 'secret-plans']);
});
