import { describe, expect, test } from 'vitest';

import { answerAuthFailure, type AuthFailure } from '#app/auth/auth-problem.server.ts';
import { createLog } from '#app/platform/log.ts';

const BEARER = 'Bearer error="invalid_token"';
const SECRET_WHY = 'signature';

/** What goes over the wire for a failure, and the lines that the log gets. */
async function answer(failure: AuthFailure) {
  const lines: string[] = [];
  const log = createLog({}, (_, line) => void lines.push(line));
  const response = answerAuthFailure({ requestId: 'request-1', log }, failure);
  const body: unknown = await response.json();
  return { status: response.status, headers: response.headers, body, lines };
}

const EXPECTED: [failure: AuthFailure, status: number, body: object, headers: object][] = [
  [
    { reason: 'invalidToken', why: SECRET_WHY },
    401,
    { type: 'about:blank' },
    { 'www-authenticate': BEARER },
  ],
  [{ reason: 'revoked' }, 401, { type: 'about:blank' }, { 'www-authenticate': BEARER }],
  [{ reason: 'signInTooOld' }, 401, { type: 'about:blank' }, { 'www-authenticate': BEARER }],
  [{ reason: 'notFresh' }, 401, { type: 'about:blank' }, { 'www-authenticate': BEARER }],
  [{ reason: 'signedOut' }, 401, { type: 'about:blank' }, { 'www-authenticate': BEARER }],
  [
    { reason: 'staleSession' },
    401,
    { type: 'urn:mcp-builder:stale-session' },
    { 'www-authenticate': BEARER },
  ],
  [{ reason: 'keysUnavailable' }, 503, { type: 'about:blank' }, { 'retry-after': '5' }],
  [{ reason: 'storeUnavailable' }, 503, { type: 'about:blank' }, { 'retry-after': '5' }],
  [
    { reason: 'emailUnverified' },
    403,
    { type: 'urn:mcp-builder:email-unverified', title: 'email_unverified' },
    {},
  ],
  [{ reason: 'anonymous' }, 403, { type: 'about:blank' }, {}],
  [{ reason: 'forbidden' }, 404, { type: 'about:blank' }, {}],
];

describe('a refused identity', () => {
  test.each(EXPECTED)(
    'is answered by its reason: %o with %i',
    async (failure, status, body, headers) => {
      const got = await answer(failure);
      expect(got.status).toBe(status);
      expect(got.body).toMatchObject({ ...body, status, requestId: 'request-1' });
      expect(Object.fromEntries(got.headers)).toEqual({
        'content-type': 'application/problem+json',
        'cache-control': 'no-store',
        ...headers,
      });
    },
  );

  test('gets the same words whatever was wrong with the token', async () => {
    const reasons: AuthFailure[] = [
      { reason: 'invalidToken', why: SECRET_WHY },
      { reason: 'invalidToken', why: 'expired' },
      { reason: 'revoked' },
      { reason: 'signInTooOld' },
      { reason: 'notFresh' },
      { reason: 'signedOut' },
    ];
    const answers = await Promise.all(reasons.map(answer));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(new Set(answers.map(({ headers }) => JSON.stringify([...headers]))).size).toBe(1);
  });

  test('has its reason in the log and nowhere else', async () => {
    const { body, lines } = await answer({ reason: 'invalidToken', why: SECRET_WHY });
    expect(JSON.stringify(body)).not.toContain(SECRET_WHY);
    expect(lines.map((line): unknown => JSON.parse(line))).toEqual([
      { level: 'info', event: 'auth.refused', reason: 'invalidToken', why: SECRET_WHY },
    ]);
  });
});
