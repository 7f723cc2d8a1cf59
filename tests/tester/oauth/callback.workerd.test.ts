import { exports } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { SITE } from '../../setup/browser.workerd.ts';

const get = (path: string) => exports.default.fetch(new Request(SITE + path));

test('the client ID document names its own address, and the callback page', async () => {
  const answer = await get('/client/oauth-client.json');
  expect(answer.headers.get('content-type')).toContain('application/json');
  expect(await answer.json()).toEqual({
    client_id: `${SITE}/client/oauth-client.json`,
    client_name: 'MCP Builder',
    client_uri: SITE,
    redirect_uris: [`${SITE}/client/callback`],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  });
});

test('the callback page runs its own script alone, reaches nobody, and holds nothing of its address', async () => {
  const answer = await get('/client/callback?code=secret-code&state=<script>');
  const text = await answer.text();
  const nonce = /<script nonce="([^"]+)">/.exec(text)?.[1] ?? '';
  expect(answer.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  expect(nonce.length).toBeGreaterThan(20);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(text).not.toContain('secret-code');
  expect(text).not.toContain('<script>');
});
