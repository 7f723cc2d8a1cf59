import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';

import worker from '../../workers/app.ts';

const ORIGIN = 'https://builder.test';
const EVENT = 'data sent by the page';

interface SendOptions {
  path?: string;
  variables?: Partial<Env>;
  headers?: Record<string, string>;
  method?: string;
  body?: string | null;
  address?: string;
}

let addresses = 0;

/** Posts an event as a page of ours does. */
function send(options: SendOptions = {}): Promise<Response> {
  const { path = '/e/?ip=1&compression=gzip-js', variables = {}, headers = {} } = options;
  const { method = 'POST', body = method === 'GET' ? null : EVENT } = options;
  addresses += 1;
  const request = new Request(`${ORIGIN}/ingest${path}`, {
    method,
    body,
    headers: {
      'content-type': 'text/plain',
      'sec-fetch-site': 'same-origin',
      'cf-connecting-ip': options.address ?? `203.0.113.${addresses}`,
      ...headers,
    },
  });
  const bindings = { ...env, POSTHOG_KEY: 'phc_test', ...variables };
  return Promise.resolve(worker.fetch(request, bindings, createExecutionContext()));
}

interface Seen {
  path: string;
  method: string;
  headers: Record<string, string>;
  body: string;
}

describe('events', () => {
  test.each(['/e/?ip=1&compression=gzip-js', '/i/v0/e/?_=17'])(
    'sent to %s reach PostHog as they are',
    async (path) => {
      const response = await send({ path, address: '198.51.100.7' });
      expect(response.status).toBe(200);
      const seen: Seen = await response.json();
      expect(seen).toMatchObject({ path, method: 'POST', body: EVENT });
      expect(seen.headers).toMatchObject({
        'content-type': 'text/plain',
        'x-forwarded-for': '198.51.100.7',
      });
    },
  );

  test('lose cookies and credentials on the way, both ways', async () => {
    const headers = {
      cookie: '__Host-session=abc; theme=dark',
      authorization: 'Bearer abc',
      referer: `${ORIGIN}/chat/secret`,
      origin: ORIGIN,
      'x-forwarded-for': '10.0.0.1',
      'x-custom': '1',
    };
    const response = await send({ headers, address: '198.51.100.8' });
    const { headers: seen }: Seen = await response.json();
    for (const name of ['cookie', 'authorization', 'referer', 'origin', 'x-custom']) {
      expect(seen).not.toHaveProperty(name);
    }
    expect(seen['x-forwarded-for']).toBe('198.51.100.8');
    expect(response.headers.get('set-cookie')).toBeNull();
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });

  test('go nowhere without a key', async () => {
    expect((await send({ variables: { POSTHOG_KEY: '' } })).status).toBe(404);
  });

  test('of another site are refused', async () => {
    const foreign = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.test' };
    expect((await send({ headers: foreign })).status).toBe(403);
  });

  test('above 256 KB are refused, announced or not', async () => {
    expect((await send({ body: 'x'.repeat(256 * 1_024 + 1) })).status).toBe(413);
    const variables = { POSTHOG_HOST: 'https://empty.posthog.test' };
    expect((await send({ body: 'x'.repeat(256 * 1_024), variables })).status).toBe(204);
  });

  test('in a flood from one address are held back', async () => {
    const address = '198.51.100.99';
    let status = 0;
    // More than twice the limit: the minute may turn meanwhile.
    for (let count = 0; count < 490 && status !== 429; count += 1) {
      ({ status } = await send({ address, path: '/unknown' }));
    }
    expect(status).toBe(429);
  });
});

describe('nothing else passes', () => {
  test.each([
    ['GET', '/static/array.js', 404],
    ['GET', '/array/phc_test/config', 404],
    ['POST', '/s/', 404],
    ['POST', '/flags/', 404],
    ['POST', '/api/projects', 404],
    ['GET', '/e/', 405],
  ])('%s %s', async (method, path, status) => {
    const response = await send({ method, path });
    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    if (status === 405) expect(response.headers.get('allow')).toBe('POST');
  });
});

describe('PostHog', () => {
  test.each(['slow', 'moved', 'huge'])('that is %s is a bad gateway', async (fault) => {
    const response = await send({ variables: { POSTHOG_HOST: `https://${fault}.posthog.test/` } });
    expect(response.status).toBe(502);
    expect(response.headers.get('location')).toBeNull();
  });

  test.each([
    ['broken', 503],
    ['empty', 204],
  ])('that is %s is answered with its own status', async (behaviour, status) => {
    const POSTHOG_HOST = `https://${behaviour}.posthog.test`;
    expect((await send({ variables: { POSTHOG_HOST } })).status).toBe(status);
  });
});
