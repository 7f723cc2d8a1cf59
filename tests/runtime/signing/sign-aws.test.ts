import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import * as z from 'zod';

import type { AwsSignatureScheme } from '#app/runtime/upstream/signing/signature-scheme.ts';
import { signRequest } from '#app/runtime/upstream/signing/sign-request.ts';

const Vector = z.strictObject({
  name: z.string(),
  method: z.string(),
  path: z.string(),
  type: z.string().optional(),
  body: z.string().optional(),
  token: z.string().optional(),
  signature: z.string(),
});

/**
 * AWS's own suite, as botocore has it (tests/unit/auth/aws4_testsuite), without requests that no URL can stand
 * for, and without headers that are not signed here.
 */
const SUITE = z
  .array(Vector)
  .parse(JSON.parse(readFileSync(new URL('aws4-testsuite.json', import.meta.url), 'utf8')));

const scheme: AwsSignatureScheme = {
  id: 'aws',
  kind: 'awsSignature',
  service: 'service',
  region: 'us-east-1',
  accessKeyIdSecret: 'ID',
  secretAccessKeySecret: 'SECRET',
};

const secrets = { ID: 'AKIDEXAMPLE', SECRET: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' };

async function sign(
  scheme: AwsSignatureScheme,
  values: { [name: string]: string },
  request: Request,
  time: string,
): Promise<Request> {
  const signer = { scheme, secretOf: (name: string) => values[name] ?? '' };
  const moment = { now: Date.parse(time), nonce: '', uuid: '' };
  return (await signRequest(request, [signer], moment)).request;
}

test.each(SUITE)('AWS’s own vector $name is met', async (vector) => {
  const { method, path, type, body, token, signature } = vector;
  const headers: HeadersInit = type === undefined ? {} : { 'Content-Type': type };
  const temporary = token === undefined ? {} : { sessionTokenSecret: 'TOKEN' };
  const request = new Request(`https://example.amazonaws.com${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  const values = { ...secrets, TOKEN: token ?? '' };
  const signed = await sign({ ...scheme, ...temporary }, values, request, '2015-08-30T12:36:00Z');
  const names = [
    ...(type === undefined ? [] : ['content-type']),
    'host',
    'x-amz-date',
    ...(token === undefined ? [] : ['x-amz-security-token']),
  ];
  expect(signed.headers.get('Authorization')).toBe(
    `AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  );
  expect(signed.headers.get('X-Amz-Date')).toBe('20150830T123600Z');
});

/** https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html */
test.each<[string, RequestInit, string]>([
  [
    '/test.txt',
    { headers: { Range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    '/test%24file.text',
    {
      method: 'PUT',
      headers: {
        Date: 'Fri, 24 May 2013 00:00:00 GMT',
        'X-Amz-Storage-Class': 'REDUCED_REDUNDANCY',
      },
      body: new TextEncoder().encode('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  ['/?lifecycle', {}, 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
  ['/?max-keys=2&prefix=J', {}, '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7'],
])('S3’s example of %s is met, with the hash of the body', async (path, init, signature) => {
  const values = {
    ID: 'AKIAIOSFODNN7EXAMPLE',
    SECRET: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  };
  const request = new Request(`https://examplebucket.s3.amazonaws.com${path}`, init);
  const signed = await sign({ ...scheme, service: 's3' }, values, request, '2013-05-24T00:00:00Z');
  expect(signed.headers.get('Authorization')).toContain(`Signature=${signature}`);
});
