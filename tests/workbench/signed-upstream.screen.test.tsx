import { expect, test } from 'vitest';

import { listAuthSchemes } from '#app/workbench/upstream-list.tsx';

import { HAWK } from '../runtime/signing/published-schemes.ts';

test('an API that is signed for says how', () => {
  const aws = {
    id: 'aws',
    kind: 'awsSignature' as const,
    service: 'execute-api',
    region: 'eu-west-1',
    accessKeyIdSecret: 'KEY_ID',
    secretAccessKeySecret: 'SECRET',
  };
  const upstream = {
    id: 'api',
    baseUrl: 'https://api.example.com',
    allowedHosts: ['api.example.com'],
    auth: [HAWK, aws],
    security: [['signed'], ['aws']],
  };
  expect(listAuthSchemes(upstream)).toBe(
    'Signed requests (HMAC-SHA-256) · AWS Signature Version 4 (execute-api, eu-west-1)',
  );
});
