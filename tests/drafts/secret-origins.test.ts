import { expect, test } from 'vitest';

import { toSecretOrigins } from '#app/drafts/secrets/secret-origins.ts';
import type { Upstream } from '#app/runtime/definition.ts';

function upstream(id: string, baseUrl: string, auth: Upstream['auth']): Upstream {
  return { id, baseUrl, allowedHosts: [new URL(baseUrl).host], auth, security: [] };
}

test('a secret goes to the origin of every upstream whose schemes use it', () => {
  const origins = toSecretOrigins([
    upstream('b', 'https://b.example.com/v1', [
      { id: 'key', kind: 'apiKey', in: 'header', name: 'X-Key', secret: 'KEY' },
    ]),
    upstream('a', 'https://a.example.com:8443', [
      { id: 'key', kind: 'bearer', secret: 'KEY' },
      { id: 'login', kind: 'basic', usernameSecret: 'USER', passwordSecret: 'PASS' },
    ]),
  ]);
  expect(Object.fromEntries(origins)).toEqual({
    KEY: ['https://a.example.com:8443', 'https://b.example.com'],
    USER: ['https://a.example.com:8443'],
    PASS: ['https://a.example.com:8443'],
  });
});

test('client credentials go to the token endpoint, and what they buy to the base URL', () => {
  const origins = toSecretOrigins([
    upstream('a', 'https://api.example.com', [
      {
        id: 'oauth',
        kind: 'oauth2ClientCredentials',
        tokenUrl: 'https://login.example.com/token',
        scopes: [],
        clientIdSecret: 'ID',
        clientSecretSecret: 'SECRET',
      },
    ]),
  ]);
  const both = ['https://api.example.com', 'https://login.example.com'];
  expect(Object.fromEntries(origins)).toEqual({ ID: both, SECRET: both });
});
