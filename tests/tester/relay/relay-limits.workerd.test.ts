import { describe, expect, test } from 'vitest';

import { answerRelay, type AnswerOwn } from '#app/tester/relay/answer-relay.server.ts';
import { RELAY_LIMITS, type RelayLimits } from '#app/tester/relay/relay-limits.ts';

import { makeApp } from '../../setup/app-of-isolate.workerd.ts';
import { Browser, SITE } from '../../setup/browser.workerd.ts';
import { readRefusal, RelayPage, targetOf } from './relay-page.workerd.ts';

const nothingOfOurs: AnswerOwn = () => Promise.reject(new Error('Nothing of ours is asked.'));

/** Relays a request of a page with limits that a test can wait for. */
function relay(
  target: string,
  limits: Partial<RelayLimits>,
  { answerOwn = nothingOfOurs, ...init }: RequestInit & { answerOwn?: AnswerOwn } = {},
) {
  const headers = { 'x-mcp-target': target, 'content-type': 'application/json' };
  const request = new Browser().request('/api/relay', { ...init, headers });
  const app = { ...makeApp(), origin: SITE, nonce: '' };
  return answerRelay(app, request, { answerOwn, limits: { ...RELAY_LIMITS, ...limits } });
}

describe('a target', () => {
  test('that sends no headers is given up; a tool may take longer', async () => {
    const hanging = targetOf('/hangs');
    expect(await readRefusal(await relay(hanging, { headersMs: 50 }))).toBe('timeout');
    const call = { method: 'POST', body: '{}' };
    expect(await readRefusal(await relay(hanging, { callMs: 50 }, call))).toBe('timeout');
    const slow = relay(targetOf('/echo'), { headersMs: 0, callMs: 30_000 }, call);
    expect((await slow).status).toBe(200);
  });

  test.each([{ idleMs: 100 }, { totalMs: 100 }])(
    'whose events stop is left with a comment (%o)',
    async (limits) => {
      const answer = await relay(targetOf('/events', { count: '2' }), limits);
      const why = 'idleMs' in limits ? 'nothing came' : 'it was open';
      expect(await answer.text()).toMatch(
        new RegExp(
          `"n2"}\\n\\n: The relay ended this stream, because ${why} for too long.*\\n\\n$`,
        ),
      );
    },
  );

  test('whose events pause is waited for, with a sign of life to a browser that may have left', async () => {
    const answer = await relay(targetOf('/events', { count: '1' }), { beatMs: 20, idleMs: 300 });
    expect(await answer.text()).toMatch(
      /^data: .*"n1"}\n\n(: The relay is waiting\.\n\n){2,}: The relay ended.*\n\n$/,
    );
  });

  test('that stops in the middle of an answer breaks it off', async () => {
    const answer = await relay(targetOf('/stalls'), { idleMs: 100 });
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
  });

  test('that never stops is cut', async () => {
    const answer = await relay(targetOf('/events', { count: '100' }), { streamBytes: 500 });
    await expect(answer.text()).rejects.toThrow();
  });
});

test('a person has six requests to a host at a time, and another one when one has ended', async () => {
  const page = new RelayPage();
  const open = () => page.ask(targetOf('/events', { count: '1' }));
  const streams = await Promise.all(Array.from({ length: 6 }, open));
  expect(streams.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  const refused = await open();
  expect(refused.headers.get('retry-after')).toBe('5');
  expect(await readRefusal(refused)).toBe('busy');
  expect((await new RelayPage().ask(targetOf('/echo'))).status).toBe(200);
  await streams[0]?.body?.cancel();
  expect((await page.ask(targetOf('/echo'))).status).toBe(200);
  for (const { body } of streams.slice(1)) await body?.cancel();
});

describe('a browser that leaves', () => {
  const ours = `${SITE}/mcp/d/x`;

  test('before the answer takes the request with it', async () => {
    const browser = new AbortController();
    let isAsked = () => {};
    const asked = new Promise<void>((resolve) => (isAsked = resolve));
    const answerOwn: AnswerOwn = (_, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('The target is left.')));
        isAsked();
      });
    const answer = relay(ours, {}, { signal: browser.signal, answerOwn });
    await asked;
    browser.abort();
    await expect(answer).rejects.toThrow('The target is left.');
  });

  test.each(['the signal', 'the reader'])(
    'in the middle of a stream ends it, told by %s',
    async (by) => {
      const browser = new AbortController();
      let isLeft = false;
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
        cancel: () => void (isLeft = true),
      });
      const headers = { 'content-type': 'text/event-stream' };
      const answerOwn: AnswerOwn = async () => new Response(body, { headers });
      const answer = await relay(ours, {}, { signal: browser.signal, answerOwn });
      const reader = answer.body?.getReader();
      await reader?.read();
      if (by === 'the signal') browser.abort();
      else await reader?.cancel();
      await expect.poll(() => isLeft).toBe(true);
    },
  );
});
