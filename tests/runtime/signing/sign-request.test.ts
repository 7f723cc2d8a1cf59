import { expect, test } from 'vitest';

import { signRequest } from '#app/runtime/upstream/signing/sign-request.ts';

import { PUBLISHED } from './published-examples.ts';

test.each(PUBLISHED)('a signature is that of $source', async (example) => {
  const { scheme, secrets, now, nonce = '', request, sent } = example;
  const { method, url, type, body } = request;
  const headers: HeadersInit = type === undefined ? {} : { 'Content-Type': type };
  const signed = await signRequest(
    new Request(url, { method, headers, ...(body === undefined ? {} : { body }) }),
    [{ scheme, secretOf: (name) => secrets[name] ?? '' }],
    { now: new Date(now).getTime(), nonce, uuid: '' },
  );
  for (const [name, value] of Object.entries(sent.headers ?? {})) {
    expect(signed.request.headers.get(name)).toBe(value);
  }
  if (sent.url !== undefined) expect(signed.request.url).toBe(sent.url);
  expect(await signed.request.text()).toBe(sent.body ?? body ?? '');
  expect(signed.proofs.length).toBeGreaterThan(0);
});
