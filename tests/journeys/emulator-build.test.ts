import { request } from 'node:http';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { findEmulatorMarks } from '../../scripts/built-files.mjs';
import { makeEmulatorToken } from '../setup/auth-emulator.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';

let production: BuiltWorker;
let emulator: BuiltWorker;
beforeAll(async () => {
  [production, emulator] = await Promise.all([
    startBuiltWorker(),
    startBuiltWorker({ build: 'emulator' }),
  ]);
});
afterAll(() => Promise.all([production, emulator].map((worker) => worker.close())));

const show = (worker: BuiltWorker, token: string, path: string, method = 'GET') =>
  fetch(`${worker.url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

test('the production build holds no code for the emulator, the build for tests does', () => {
  expect(findEmulatorMarks('production')).toEqual([]);
  const marks = findEmulatorMarks('emulator').map((each) => each.split(': ')[1]);
  expect(new Set(marks).size).toBeGreaterThanOrEqual(4);
});

test('the production build refuses the tokens of the emulator', async () => {
  const token = makeEmulatorToken();
  const synced = await show(production, token, '/api/session', 'POST');
  expect(synced.status).toBe(401);
  expect(synced.headers.get('set-cookie')).toBeNull();
  const status = await show(production, token, '/stripe/subscription/status');
  expect(status.status).toBe(401);
  expect(status.headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
});

test('the build for tests takes them, for its project and as long as they live', async () => {
  const token = makeEmulatorToken();
  const synced = await show(emulator, token, '/api/session', 'POST');
  expect(synced.status).toBe(204);
  expect(synced.headers.get('set-cookie')).toMatch(/(^|, )session=/);
  const status = await show(emulator, token, '/stripe/subscription/status');
  expect(await status.json()).toEqual({
    hasActiveSubscription: false,
    currentPlan: { tier: 'free' },
  });
  const seconds = Math.floor(Date.now() / 1_000);
  const wrong = [
    makeEmulatorToken({ aud: 'other-project' }),
    makeEmulatorToken({ iss: 'https://securetoken.google.com/other-project' }),
    makeEmulatorToken({ iat: seconds - 7_200, auth_time: seconds - 7_200, exp: seconds - 3_600 }),
    `${token}c2lnbmVk`,
  ];
  for (const each of wrong) {
    expect((await show(emulator, each, '/stripe/subscription/status')).status).toBe(401);
  }
});

test('the build for tests serves no real project, and no other machine', async () => {
  const real = await startBuiltWorker({
    build: 'emulator',
    variables: { FIREBASE_PROJECT_ID: 'real-project' },
  });
  expect((await fetch(`${real.url}/`)).status).toBe(500);
  await real.close();
  const status = await new Promise((resolve, reject) => {
    const headers = { host: 'mcp.example.com' };
    const asking = request(`${emulator.url}/api/health`, { headers }, ({ statusCode }) =>
      resolve(statusCode),
    );
    asking.once('error', reject).end();
  });
  expect(status).toBe(500);
});

test('apart from sign-in both builds send the same pages', async () => {
  const read = async ({ url }: BuiltWorker) => {
    const response = await fetch(`${url}/terms`);
    const policy = response.headers.get('content-security-policy') ?? '';
    return {
      names: [...response.headers.keys()],
      directives: policy.split('; ').map((directive) => directive.split(' ')[0]),
    };
  };
  expect(await read(emulator)).toEqual(await read(production));
});
