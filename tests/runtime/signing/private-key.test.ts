import { describe, expect, test } from 'vitest';

import { findKeyProblem, makeKey } from '#app/runtime/upstream/signing/private-key.ts';
import { signRequest } from '#app/runtime/upstream/signing/sign-request.ts';
import type {
  KeyAlgorithm,
  SignatureScheme,
} from '#app/runtime/upstream/signing/signature-scheme.ts';

import { EC_KEY, EC_SIGNED, ED_KEY, FIXED, RSA_KEY } from './key-examples.ts';

const RSA = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' };
const EC = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A key as people have it: PKCS #8 in PEM. */
async function toPem(key: JsonWebKey | string, algorithm: { name: string }): Promise<string> {
  if (typeof key === 'string') return key;
  const imported = await crypto.subtle.importKey('jwk', key, algorithm, true, ['sign']);
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', imported);
  const lines =
    Buffer.from(pkcs8)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
}

/** The signature of a text, sent as the body, that a request is sent with. */
async function sign(
  algorithm: KeyAlgorithm,
  key: string,
  text: string,
  encoding: SignatureScheme['encoding'] = 'base64',
): Promise<string> {
  const scheme: SignatureScheme = {
    id: 's',
    kind: 'signature',
    algorithm,
    secrets: [{ name: 'secret', secret: 'KEY' }],
    message: '{body}',
    encoding,
    send: [{ in: 'header', name: 'X-Signature', value: '{signature}' }],
  };
  const request = new Request('https://api.example.com/x', { method: 'POST', body: text });
  const moment = { now: 0, nonce: '', uuid: '' };
  const signed = await signRequest(request, [{ scheme, secretOf: () => key }], moment);
  expect(signed.proofs).toEqual([signed.request.headers.get('X-Signature'), signed.proofs[1]]);
  return signed.request.headers.get('X-Signature') ?? '';
}

test.each(FIXED)('the signature is that of $source', async ({ algorithm, key, ...example }) => {
  const { text, encoding, signature } = example;
  expect(await sign(algorithm, await toPem(key, RSA), text, encoding)).toBe(signature);
});

describe('signatures that are different each time', () => {
  const bytes = new TextEncoder().encode(EC_SIGNED.text);

  test('of ECDSA are two numbers, as RFC 7515, A.3, has them, and verified with its public key', async () => {
    const { d: _private, ...open } = EC_KEY;
    const known = await crypto.subtle.importKey('jwk', open, EC, false, ['verify']);
    const verify = (signature: string) =>
      crypto.subtle.verify(EC, known, Buffer.from(signature, 'base64url'), bytes);
    expect(await verify(EC_SIGNED.signature)).toBe(true);
    const made = await sign('ECDSA-P-256', await toPem(EC_KEY, EC), EC_SIGNED.text, 'base64url');
    expect(Buffer.from(made, 'base64url')).toHaveLength(64);
    expect(await verify(made)).toBe(true);
    expect(await verify(made.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))).toBe(false);
  });

  test.each([
    ['RSA-PSS-SHA-256', 'SHA-256', 32],
    ['RSA-PSS-SHA-512', 'SHA-512', 64],
  ] as const)('of %s are verified with the public key', async (algorithm, hash, saltLength) => {
    const web = { name: 'RSA-PSS', hash, saltLength };
    const { n, e } = RSA_KEY;
    const open = { kty: 'RSA', ...(n && { n }), ...(e && { e }) };
    const known = await crypto.subtle.importKey('jwk', open, web, false, ['verify']);
    const made = await sign(algorithm, await toPem(RSA_KEY, RSA), EC_SIGNED.text);
    expect(await crypto.subtle.verify(web, known, Buffer.from(made, 'base64'), bytes)).toBe(true);
  });
});

test.each([
  ['without line breaks', ED_KEY.replaceAll('\n', '')],
  ['with written line breaks', ED_KEY.replaceAll('\n', '\\n')],
  ['with those of Windows', ED_KEY.replaceAll('\n', '\r\n')],
  ['as base64 alone', ED_KEY.split('\n')[1] ?? ''],
])('a key is read %s', async (_how, key) => {
  const example = FIXED.find(({ source }) => source.startsWith('RFC 9421'));
  expect(await sign('Ed25519', key, example?.text ?? '')).toBe(example?.signature);
  expect(findKeyProblem(key)).toBeNull();
});

test.each([
  ['a password', 'correct horse battery staple', /PKCS #8, as PEM or its base64 alone/],
  ['another format', ED_KEY.replaceAll('PRIVATE', 'RSA PRIVATE'), /openssl pkcs8 -topk8 -nocrypt/],
  ['an encrypted key', ED_KEY.replaceAll('PRIVATE', 'ENCRYPTED PRIVATE'), /without a pass phrase/],
  ['a public key', ED_KEY.replaceAll('PRIVATE', 'PUBLIC'), /is a "PUBLIC KEY"/],
])('%s is refused, and never repeated', async (_what, key, message) => {
  expect(findKeyProblem(key)).toMatch(message);
  const error = await sign('Ed25519', key, 'x').catch((reason: unknown) => reason);
  expect(String(error)).toMatch(message);
  expect(String(error)).not.toContain(key.slice(-60));
});

test('a key of another kind is refused', async () => {
  await expect(sign('RSA-SHA-256', ED_KEY, 'x')).rejects.toThrow(
    'is no private key for RSA-SHA-256: it is of another kind',
  );
});

test.each<KeyAlgorithm>([
  'RSA-SHA-256',
  'RSA-SHA-512',
  'RSA-PSS-SHA-256',
  'RSA-PSS-SHA-512',
  'ECDSA-P-256',
  'Ed25519',
])('a key that is made for %s signs', async (algorithm) => {
  const key = await makeKey(algorithm);
  expect(findKeyProblem(key)).toBeNull();
  expect((await sign(algorithm, key, 'x')).length).toBeGreaterThan(80);
});
