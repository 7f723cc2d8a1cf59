import { expect, test } from 'vitest';

import { runTool } from '#app/runtime/tools/run-tool.ts';

import { contextWith, recordingUpstream } from '../runtime/context.ts';
import { petstore } from '../runtime/petstore.ts';

import { createEgress } from './snippets/secrets/egress.ts';
import { findInvoice } from './snippets/secrets/find-invoice.ts';
import { open, seal } from './snippets/secrets/seal.ts';

const BILLING = { id: 'billing', baseUrl: 'https://billing.example.com/v1', allowedHosts: [] };

test('the tool asks for a path of an upstream, and nothing it has holds a credential', async () => {
  const { fetch, requests } = recordingUpstream('{"number":"2026 7"}');
  const definition = petstore({
    upstreams: [{ ...BILLING, auth: [], security: [] }],
    tools: [
      {
        name: 'find_invoice',
        inputSchema: { type: 'object' },
        action: { kind: 'code', run: findInvoice },
      },
    ],
  });
  const call = { name: 'find_invoice', arguments: { number: '2026 7' } };
  const result = await runTool(definition, call, contextWith(fetch));
  expect(result.structuredContent).toEqual({ number: '2026 7' });
  expect(requests).toMatchObject([{ method: 'GET', path: '/invoices?number=2026%207' }]);
});

/** An egress for one API that answers with what it was sent. */
function egressFor(baseUrl: string, origins: string[]) {
  const sent: { url: string; authorization: string | null }[] = [];
  const upstreams = new Map([['billing', { baseUrl, secret: { name: 'KEY', origins } }]]);
  const send: typeof fetch = async (url, init) => {
    const authorization = new Headers(init?.headers).get('authorization');
    sent.push({ url: new Request(url).url, authorization });
    return new Response(`You sent ${authorization}`);
  };
  return { sent, call: createEgress(upstreams, async () => 'a-secret-value', send) };
}

test('the egress adds the value, and takes it out of what comes back', async () => {
  const { call, sent } = egressFor(BILLING.baseUrl, ['https://billing.example.com']);
  expect(await call('billing', '/invoices')).toBe('You sent Bearer [redacted]');
  expect(sent).toEqual([
    { url: 'https://billing.example.com/v1/invoices', authorization: 'Bearer a-secret-value' },
  ]);
});

test.each([
  ['https://evil.example/v1', '/invoices'],
  ['https://billing.example.com', '.evil.example/invoices'],
  ['https://billing.example.com', '@evil.example/invoices'],
])('the value does not go to %s%s', async (baseUrl, path) => {
  const { call, sent } = egressFor(baseUrl, ['https://billing.example.com']);
  await expect(call('billing', path)).rejects.toThrow('The secret KEY is not for');
  expect(sent).toEqual([]);
});

test('a sealed value opens in its own row only', async () => {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
  const sealed = await seal('a-secret-value', 'row-1', key);
  expect(await open(sealed, 'row-1', key)).toBe('a-secret-value');
  await expect(open(sealed, 'row-2', key)).rejects.toThrow();
});
