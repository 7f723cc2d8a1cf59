import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import worker from '../../workers/app.ts';

const said = (text: string) => ({
  messages: [{ id: 'q1', role: 'user', parts: [{ type: 'text', text }] }],
});

async function ask(
  body: unknown,
  { behaviour, method = 'POST', token }: Asking = {},
): Promise<Response> {
  const PRODUCT_API_URL = behaviour === undefined ? '' : `https://product.example.net/${behaviour}`;
  const request = new Request('https://builder.test/mockstatelesschat', {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(method === 'GET' ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const context = createExecutionContext();
  const response = await worker.fetch(request, { ...env, PRODUCT_API_URL }, context);
  await waitOnExecutionContext(context);
  return response;
}

interface Asking {
  behaviour?: string;
  method?: string;
  token?: string;
}

describe('the stateless chat', () => {
  test("answers in the format of the builder's stream, and sets no cookie", async () => {
    const response = await ask(said('ask me something'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1');
    expect(response.headers.get('set-cookie')).toBeNull();
    const text = await response.text();
    expect(text).toContain('"toolName":"ask_user"');
    expect(text.trimEnd().endsWith('data: [DONE]')).toBe(true);
  });

  test.each([
    ['no messages', { messages: [] }, 422],
    ['another shape', { messages: [{ role: 'user' }] }, 422],
    ['no JSON', '{', 400],
    ['more than a megabyte', said('x'.repeat(1_048_576)), 413],
  ])('refuses %s', async (_name, body, status) => {
    const response = await ask(body);
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    await response.body?.cancel();
  });

  test('takes POST only', async () => {
    const response = await ask(null, { method: 'GET' });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  test('is the product API’s own where one is configured', async () => {
    const response = await ask(said('hello'), { behaviour: 'pro', token: 'abc' });
    expect(await response.text()).toContain('"delta":"1 from Bearer abc"');
    expect(response.headers.get('set-cookie')).toBeNull();
    const anonymous = await ask(said('hello'), { behaviour: 'pro' });
    expect(await anonymous.text()).toContain('"delta":"1 from nobody"');
  });

  test.each([
    ['unauthorized', 401],
    ['broken', 502],
    ['no-json', 502],
  ])('says so when the product API is %s', async (behaviour, status) => {
    const response = await ask(said('hello'), { behaviour });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    await response.body?.cancel();
  });
});
