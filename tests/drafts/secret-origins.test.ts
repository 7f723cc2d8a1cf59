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

test('secrets that only sign belong to the origin that their signatures go to', () => {
  const signed = upstream('a', 'https://api.example.com/v1', [
    {
      id: 'signed',
      kind: 'signature',
      algorithm: 'HMAC-SHA-256',
      secrets: [
        { name: 'secret', secret: 'SECRET' },
        { name: 'keyId', secret: 'KEY_ID' },
      ],
      message: '{body}',
      encoding: 'hex',
      send: [{ in: 'header', name: 'X-Signature', value: '{keyId}:{signature}' }],
    },
  ]);
  const aws = upstream('b', 'https://b.example.com', [
    {
      id: 'aws',
      kind: 'awsSignature',
      service: 's3',
      region: 'us-east-1',
      accessKeyIdSecret: 'AWS_ID',
      secretAccessKeySecret: 'AWS_SECRET',
      sessionTokenSecret: 'AWS_TOKEN',
    },
  ]);
  expect(Object.fromEntries(toSecretOrigins([signed, aws]))).toEqual({
    SECRET: ['https://api.example.com'],
    KEY_ID: ['https://api.example.com'],
    AWS_ID: ['https://b.example.com'],
    AWS_SECRET: ['https://b.example.com'],
    AWS_TOKEN: ['https://b.example.com'],
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

test('the id of a client is also taken to where a person signs in', () => {
  const origins = toSecretOrigins([
    upstream('a', 'https://api.example.com', [
      {
        id: 'login',
        kind: 'oauth2AuthorizationCode',
        authorizationUrl: 'https://accounts.example.com/authorize',
        tokenUrl: 'https://login.example.com/token',
        scopes: [],
        clientIdSecret: 'ID',
        clientSecretSecret: 'SECRET',
        refreshTokenSecret: 'REFRESH',
      },
    ]),
  ]);
  const both = ['https://api.example.com', 'https://login.example.com'];
  expect(Object.fromEntries(origins)).toEqual({
    ID: ['https://accounts.example.com', ...both],
    SECRET: both,
    REFRESH: both,
  });
});
