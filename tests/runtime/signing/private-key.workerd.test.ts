import { expect, test } from 'vitest';

import { toBase64 } from '#app/runtime/base64.ts';
import { makeKey, signWithKey } from '#app/runtime/upstream/signing/private-key.ts';
import type { KeyAlgorithm } from '#app/runtime/upstream/signing/signature-scheme.ts';

import { FIXED } from './key-examples.ts';

const ED = FIXED.flatMap((each) =>
  each.source === 'RFC 9421, B.2.6' && typeof each.key === 'string'
    ? [{ ...each, key: each.key }]
    : [],
);

test.each(ED)('in workerd the signature is that of $source', async ({ key, text, signature }) => {
  const bytes = new Uint8Array(new TextEncoder().encode(text));
  const made = await signWithKey('Ed25519', key, bytes);
  expect(made && toBase64(made)).toBe(signature);
});

test.each<KeyAlgorithm>(['RSA-SHA-256', 'RSA-PSS-SHA-256', 'ECDSA-P-256', 'Ed25519'])(
  'in workerd %s signs',
  async (algorithm) => {
    const made = await signWithKey(algorithm, await makeKey(algorithm), new Uint8Array([1]));
    expect(made?.length).toBeGreaterThanOrEqual(64);
  },
);
