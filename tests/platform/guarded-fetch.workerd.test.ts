import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { fetchDocument } from '#app/platform/outbound/fetch-document.server.ts';
import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';

/** Real `node:dns` and `fetch` of workerd; only the world behind them is made of fakes. */
const guarded = createGuardedFetch({ ownHosts: ['builder.example.com'] });
const limits = { maxBytes: 100_000 };

const Echo = z.object({ query: z.string(), headers: z.record(z.string(), z.string()) });

describe('a request to a named host', () => {
  test('reaches a public one as it was sent', async () => {
    const request = new Request('https://upstream.example.net/v1/echo?limit=2', {
      headers: { authorization: 'Bearer t' },
      redirect: 'manual',
    });
    const answer = await guarded(request);
    const echo = Echo.parse(answer.ok && (await answer.value.json()));
    expect(echo.query).toBe('?limit=2');
    expect(echo.headers['authorization']).toBe('Bearer t');
  });

  test.each(['private.example.net', 'metadata.example.net'])(
    'never reaches %s, whose name leads inside',
    async (host) => {
      const answer = await guarded(new Request(`https://${host}/`));
      expect(answer).toMatchObject({ reason: 'refused' });
      expect(JSON.stringify(answer)).not.toMatch(/\d+\.\d+\.\d+\.\d+/);
    },
  );

  test('never reaches a name that does not exist', async () => {
    const answer = await guarded(new Request('https://nobody.example.net/'));
    expect(answer).toMatchObject({ reason: 'unreachable' });
  });

  test('to this machine is refused in what is deployed', async () => {
    for (const address of ['http://localhost:5173/', 'https://127.0.0.1/', 'http://[::1]/']) {
      expect(await guarded(new Request(address))).toMatchObject({ reason: 'refused' });
    }
  });

  test('gives the redirect to whoever asks for it', async () => {
    const request = new Request('https://upstream.example.net/v1/inside', { redirect: 'manual' });
    const answer = await guarded(request);
    expect(answer.ok && answer.value.status).toBe(302);
    expect(answer.ok && (await answer.value.text())).toBe('');
  });

  test('given up by its caller is told as that', async () => {
    const signal = AbortSignal.abort();
    const answer = await guarded(new Request('https://upstream.example.net/v1/echo', { signal }));
    expect(answer).toMatchObject({ reason: 'cancelled' });
  });
});

describe('a document at a named address', () => {
  test('is found after a redirect to another public host', async () => {
    const found = await fetchDocument(
      guarded,
      'https://upstream.example.net/document-moved',
      limits,
    );
    expect(found).toMatchObject({ ok: true });
    expect(found.ok && new TextDecoder().decode(found.value.bytes)).toContain('openapi');
  });

  test('is not looked for where a redirect leads inside', async () => {
    for (const path of ['document-inside', 'v1/inside']) {
      const address = `https://upstream.example.net/${path}`;
      expect(await fetchDocument(guarded, address, limits)).toMatchObject({ reason: 'refused' });
    }
  });

  test('that does not end in time is given up', async () => {
    const slow = fetchDocument(guarded, 'https://upstream.example.net/v1/slow', {
      ...limits,
      timeoutMs: 50,
    });
    expect(await slow).toMatchObject({ reason: 'timeout' });
  });

  test('above the limit is given up', async () => {
    const huge = fetchDocument(guarded, 'https://upstream.example.net/v1/huge', limits);
    expect(await huge).toMatchObject({ reason: 'tooLarge' });
  });
});
