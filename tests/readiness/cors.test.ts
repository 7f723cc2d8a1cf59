import { beforeAll, expect, test } from 'vitest';

import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Check } from '#app/blueprint/readiness/report.ts';
import type { ProbeName, ServerEvidence } from '#app/runtime/probe/server-evidence.ts';

import { soundEvidence } from './sound-server.ts';

let sound: ServerEvidence;

beforeAll(async () => {
  ({ server: sound } = await soundEvidence());
});

/** What is said of CORS where these answers carry these headers on top. */
function corsWith(more: { [name in ProbeName]?: { [header: string]: string } }): Check {
  const server = structuredClone(sound);
  for (const [name, exchange] of Object.entries(server.exchanges)) {
    Object.assign(exchange.got?.headers ?? {}, more[name as ProbeName]);
  }
  return corsOf(server);
}

function corsOf(server: ServerEvidence): Check {
  const check = judge({ server }).checks.find(({ id }) => id === 'transport.cors');
  if (check === undefined) throw new Error('There is no such check.');
  return check;
}

test('a page’s call without a response is reported as such', () => {
  const server = structuredClone(sound);
  const error = 'No response within 500 ms.';
  Object.assign(server.exchanges.originOwn ?? {}, { got: null, error });
  expect(corsOf(server)).toMatchObject({ status: 'fail', evidence: { text: error, got: error } });
});

test('a response that exposes its own headers suffices', () => {
  const ownAnswer = { 'access-control-expose-headers': 'mcp-session-id, mcp-protocol-version' };
  const refusal = {
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'WWW-Authenticate',
  };
  const check = corsWith({
    originOwn: ownAnswer,
    tokenMissing: refusal,
    tokenStrange: refusal,
    tokenForeign: refusal,
  });
  expect(check.status).toBe('pass');
});

test('a response for pages has to expose its own headers', () => {
  const check = corsWith({ tokenMissing: { 'access-control-allow-origin': '*' } });
  expect(check).toMatchObject({
    status: 'warn',
    evidence: {
      text: expect.stringContaining('cannot read www-authenticate'),
      got: expect.stringMatching(/^401\n/),
    },
  });
});
