import { env, exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { answerSandbox } from '#app/tester/apps/answer-sandbox.server.ts';

import { Browser, SITE } from '../../setup/browser.workerd.ts';

const SANDBOX = 'https://sandbox.test';

const ask = (address: string, init: RequestInit = {}) =>
  exports.default.fetch(new Request(address, { redirect: 'manual', ...init }));

/** The policy of the page for an app that declares these domains. */
async function policyOf(csp: unknown, host = SITE): Promise<string> {
  const query = new URLSearchParams({ host, csp: JSON.stringify(csp) }).toString();
  const answer = await ask(`${SANDBOX}/mcp-app?${query}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  return answer.headers.get('content-security-policy') ?? '';
}

test.each(['/', '/client', '/api/health', '/api/relay', '/api/session', '/mcp/x', '/oauth/token'])(
  'the origin of apps serves nothing of ours at %s',
  async (path) => {
    for (const method of ['GET', 'POST']) {
      const answer = await ask(SANDBOX + path, { method });
      expect([answer.status, await answer.text()]).toEqual([404, 'Not found']);
      expect(answer.headers.get('set-cookie')).toBeNull();
    }
  },
);

test('the page of apps is there and nowhere else, and the site says where', async () => {
  expect(await policyOf({})).toContain(`frame-ancestors ${SITE}`);
  expect((await ask(`${SANDBOX}/mcp-app`, { method: 'POST' })).status).toBe(404);
  const place = await new Browser().fetch('/api/sandbox');
  expect(await place.json()).toEqual({ origin: SANDBOX });
  expect(answerSandbox(new Request(`${SITE}/mcp-app?host=${SITE}`), env)).toBeNull();
});

test('an app that declares nothing reaches nothing', async () => {
  const policy = await policyOf(null);
  expect(policy.split('; ')).toEqual([
    "default-src 'none'",
    "script-src 'unsafe-inline' blob:",
    "style-src 'unsafe-inline'",
    'img-src data: blob:',
    'font-src data:',
    'media-src data: blob:',
    'worker-src blob:',
    "connect-src 'none'",
    "frame-src 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'none'",
    `frame-ancestors ${SITE}`,
  ]);
});

test('an app reaches the domains that it declares, and cannot write the policy itself', async () => {
  const policy = await policyOf({
    connectDomains: [
      'https://api.example.com',
      'wss://live.example.com:8443',
      'http://localhost:3000',
    ],
    resourceDomains: ['https://*.cdn.example.com'],
    frameDomains: ['https://a.test; script-src *', "'unsafe-eval'", '*', 'https:', 'http://a.test'],
    baseUriDomains: 'https://a.test',
  });
  expect(policy).toContain(
    'connect-src https://api.example.com wss://live.example.com:8443 http://localhost:3000;',
  );
  expect(policy).toContain("script-src 'unsafe-inline' blob: https://*.cdn.example.com;");
  expect(policy).toContain("frame-src 'none'; base-uri 'none'");
  expect(await policyOf({}, 'https://a.test; script-src *')).toContain("frame-ancestors 'none'");
});
