import { Request } from 'miniflare';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { DNS_HOST } from '../fakes/dns.ts';
import { requestsOf, scriptModel } from '../fakes/model-script.ts';
import { serveModel } from '../fakes/serve-model.ts';
import { ModelRelay } from './model-relay.ts';

let model: Awaited<ReturnType<typeof serveModel>>;
beforeAll(async () => {
  model = await serveModel();
});
afterAll(() => model.close());

const USAGE = { input: 900, cached: 400, output: 30 };

/** A relay to the scripted server, whose real key is a new one. */
function openRelay(budget: { maxRequests?: number; maxTokens?: number } = {}) {
  const key = `sk-real-${crypto.randomUUID()}`;
  scriptModel(key, { answers: [{ lines: [{ say: 'Hello.' }], usage: USAGE }], repeatsLast: true });
  const { baseUrl } = model;
  const relay = new ModelRelay({ baseUrl, key, maxRequests: 99, maxTokens: 9_999, ...budget });
  const ask = (given: string) => {
    const headers = { authorization: `Bearer ${given}`, 'content-type': 'application/json' };
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = { model: 'm', messages, stream: true, stream_options: { include_usage: true } };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return relay.outside(new Request(`${baseUrl}/chat/completions`, init));
  };
  return { relay, key, ask };
}

test('a request goes on with the real key, and is counted where it came from', async () => {
  const { relay, key, ask } = openRelay();
  const [ann, bob] = [relay.newKey(), relay.newKey()];
  const response = await ask(ann);
  expect(await response?.text()).toContain('[DONE]');
  expect(requestsOf(key)[0]?.headers['authorization']).toBe(`Bearer ${key}`);
  expect(relay.requestsOf(ann)).toMatchObject([{ ...USAGE, status: 200 }]);
  expect(relay.requestsOf(bob)).toEqual([]);
});

test('a response that is given up is counted, too', async () => {
  const { relay, ask } = openRelay();
  const ann = relay.newKey();
  await (await ask(ann))?.body?.cancel();
  expect(relay.requestsOf(ann)).toMatchObject([{ status: 200 }]);
});

test('nothing is sent with another key, or once the budget is spent', async () => {
  const { relay, key, ask } = openRelay({ maxTokens: 900 });
  expect((await ask('sk-strange'))?.status).toBe(401);
  const ann = relay.newKey();
  await (await ask(ann))?.text();
  expect(relay.isSpent).toBe(true);
  expect((await ask(ann))?.status).toBe(402);
  expect(requestsOf(key)).toHaveLength(1);
});

test('the name of a public model is known; other hosts are none of its business', async () => {
  const key = 'sk-real';
  const budget = { maxRequests: 1, maxTokens: 1 };
  const relay = new ModelRelay({ baseUrl: 'https://models.example.io/v1', key, ...budget });
  const named = `https://${DNS_HOST}/dns-query?type=A&name=`;
  const known = await relay.outside(new Request(`${named}models.example.io.`));
  expect(await known?.json()).toMatchObject({ Status: 0, Answer: [{ type: 1 }] });
  expect(await relay.outside(new Request(`${named}upstream.example.net`))).toBeUndefined();
  expect(await relay.outside(new Request('https://upstream.example.net/x'))).toBeUndefined();
});
