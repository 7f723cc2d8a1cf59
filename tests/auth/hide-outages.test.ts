import { expect, test } from 'vitest';

import { hideOutages } from '#app/auth/hide-outages.ts';

const LOOKUP = 'https://identitytoolkit.googleapis.com/v1/accounts:lookup?key=demo-key';
const TOKEN = 'https://securetoken.googleapis.com/v1/token?key=demo-key';
const OF_EMULATOR = 'http://127.0.0.1:9099/securetoken.googleapis.com/v1/token?key=demo-key';
const SIGN_IN = 'https://identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k';
const OURS = '/api/session';

const answering = (status: number) => hideOutages(async () => new Response('{}', { status }));

test.each([500, 502, 503, 504, 429])(
  'an answer of %i says nothing about a user',
  async (status) => {
    for (const url of [LOOKUP, TOKEN, OF_EMULATOR, new URL(TOKEN), new Request(LOOKUP)]) {
      await expect(answering(status)(url)).rejects.toThrow(TypeError);
    }
  },
);

test.each([200, 400, 401, 403, 404])('an answer of %i is what Google says', async (status) => {
  for (const url of [LOOKUP, TOKEN, OF_EMULATOR]) {
    expect((await answering(status)(url)).status).toBe(status);
  }
});

test('what fails elsewhere is told as it is', async () => {
  for (const url of [SIGN_IN, OURS, 'https://builder.example.com/?u=securetoken.googleapis.com']) {
    const answer = await answering(503)(url);
    expect([answer.status, await answer.text()]).toEqual([503, '{}']);
  }
});
