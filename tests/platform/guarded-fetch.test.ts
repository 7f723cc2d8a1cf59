import { describe, expect, test } from 'vitest';

import { fetchDocument } from '#app/platform/outbound/fetch-document.server.ts';
import {
  createGuardedFetch,
  type GuardOptions,
} from '#app/platform/outbound/guarded-fetch.server.ts';
import { cacheResolve, type ResolvedAddress } from '#app/platform/outbound/resolve-host.server.ts';

const PUBLIC = [{ address: '93.184.216.34', ttl: 60 }];

/** The DNS of these tests; every other name is public. */
const NAMES: Record<string, ResolvedAddress[]> = {
  'inside.com': [{ address: '10.0.0.5', ttl: 60 }],
  'half.com': [...PUBLIC, { address: '::ffff:192.168.0.1', ttl: 60 }],
  'nat64.com': [{ address: '64:ff9b::a9fe:a9fe', ttl: 60 }],
  'nothing.com': [],
};

type World = Record<string, (request: Request) => Response | Promise<Response>>;

/** A guarded fetch into a world of a few addresses, and what was really sent there. */
function guard(world: World, options: Partial<GuardOptions> = {}) {
  const sent: Request[] = [];
  const guarded = createGuardedFetch({
    ownHosts: ['builder.example.com'],
    resolve: async (host) => NAMES[host] ?? PUBLIC,
    fetch: async (request) => {
      sent.push(request);
      const answer = world[request.url];
      if (!answer) throw new TypeError('connect ECONNREFUSED 93.184.216.34:443');
      return answer(request);
    },
    ...options,
  });
  return { guarded, sent };
}

const to =
  (location: string, status = 302) =>
  () =>
    new Response('moved', { status, headers: { location } });

const ask = (address: string, init: RequestInit = {}) =>
  new Request(address, { redirect: 'follow', ...init });

describe('a host', () => {
  test('that is public gets the request', async () => {
    const { guarded, sent } = guard({ 'https://api.com/x': () => new Response('hello') });
    const answer = await guarded(ask('https://api.com/x', { headers: { 'x-key': 'k' } }));
    expect(answer.ok && (await answer.value.text())).toBe('hello');
    expect(sent[0]?.headers.get('x-key')).toBe('k');
    expect(sent[0]?.redirect).toBe('manual');
  });

  test.each(['inside.com', 'half.com', 'nat64.com'])(
    '%s, whose name leads inside, gets nothing',
    async (host) => {
      const { guarded, sent } = guard({});
      expect(await guarded(ask(`https://${host}/`))).toEqual({
        ok: false,
        reason: 'refused',
        message: `${host} leads into a private network.`,
      });
      expect(sent).toHaveLength(0);
    },
  );

  test('without addresses does not exist', async () => {
    const { guarded } = guard({});
    expect(await guarded(ask('https://nothing.com/'))).toMatchObject({
      reason: 'unreachable',
      message: 'There is no host named nothing.com.',
    });
  });

  test('that nobody could look up gets nothing', async () => {
    const { guarded, sent } = guard({}, { resolve: () => Promise.reject(new Error('EBADRESP')) });
    expect(await guarded(ask('https://api.com/'))).toMatchObject({ reason: 'unreachable' });
    expect(sent).toHaveLength(0);
  });

  test('that is down is told without its address', async () => {
    const { guarded } = guard({});
    const answer = await guarded(ask('https://api.com/'));
    expect(answer).toEqual({
      ok: false,
      reason: 'unreachable',
      message: 'api.com cannot be reached.',
    });
  });

  test('that had its share gets nothing', async () => {
    const asked: string[] = [];
    const mayCall = async (host: string) => {
      asked.push(host);
      return false;
    };
    const { guarded, sent } = guard({}, { mayCall });
    expect(await guarded(ask('https://api.com/'))).toMatchObject({ reason: 'rateLimited' });
    expect(asked).toEqual(['api.com']);
    expect(sent).toHaveLength(0);
  });

  test('cannot set a cookie', async () => {
    const headers = { 'set-cookie': 'a=1', 'x-other': 'kept' };
    const { guarded } = guard({ 'https://api.com/': () => new Response('', { headers }) });
    const answer = await guarded(ask('https://api.com/'));
    expect(answer.ok && Object.fromEntries(answer.value.headers)).toMatchObject({
      'x-other': 'kept',
    });
    expect(answer.ok && answer.value.headers.has('set-cookie')).toBe(false);
  });

  test('that does not answer in time is told apart from one that was given up', async () => {
    const wait = (request: Request) =>
      new Promise<Response>((_, reject) => {
        const { signal } = request;
        if (signal.aborted) reject(signal.reason as Error);
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const { guarded } = guard({ 'https://api.com/': wait });
    const late = guarded(ask('https://api.com/', { signal: AbortSignal.timeout(5) }));
    expect(await late).toMatchObject({ reason: 'timeout' });
    const controller = new AbortController();
    const given = guarded(ask('https://api.com/', { signal: controller.signal }));
    controller.abort();
    expect(await given).toMatchObject({ reason: 'cancelled' });
  });
});

describe('a redirect', () => {
  const INSIDE = [
    'http://169.254.169.254/latest/meta-data/',
    'https://169.254.169.254/',
    'https://inside.com/',
    'https://localhost/',
    'https://builder.example.com/',
    'https://user@api.com/',
    'file:///etc/passwd',
  ];

  test.each(INSIDE)('to %s is not followed', async (location) => {
    const { guarded, sent } = guard({ 'https://api.com/': to(location) });
    expect(await guarded(ask('https://api.com/'))).toMatchObject({ ok: false, reason: 'refused' });
    expect(sent).toHaveLength(1);
  });

  test('is followed three times, then no more', async () => {
    const world: World = {};
    for (let hop = 0; hop < 5; hop += 1) world[`https://api.com/${hop}`] = to(`/${hop + 1}`);
    world['https://api.com/3'] = () => new Response('there');
    const short = guard(world);
    expect(await short.guarded(ask('https://api.com/0'))).toMatchObject({ ok: true });
    expect(short.sent).toHaveLength(4);
    world['https://api.com/3'] = to('/4');
    const long = guard(world);
    expect(await long.guarded(ask('https://api.com/0'))).toMatchObject({ reason: 'redirected' });
    expect(long.sent).toHaveLength(4);
  });

  test('within an origin keeps credentials, to another leaves them behind', async () => {
    const { guarded, sent } = guard({
      'https://api.com/a': to('/b'),
      'https://api.com/b': to('https://other.com/c'),
      'https://other.com/c': () => new Response('there'),
    });
    const headers = { authorization: 'Bearer t', 'x-api-key': 'k', accept: 'text/plain' };
    await guarded(ask('https://api.com/a', { headers }));
    const seen = sent.map((request) => [
      request.url,
      request.headers.get('authorization'),
      request.headers.get('x-api-key'),
      request.headers.get('accept'),
    ]);
    expect(seen).toEqual([
      ['https://api.com/a', 'Bearer t', 'k', 'text/plain'],
      ['https://api.com/b', 'Bearer t', 'k', 'text/plain'],
      ['https://other.com/c', null, null, 'text/plain'],
    ]);
  });

  test('after a post becomes a get, or ends where the body would go along', async () => {
    const post = { method: 'POST', body: 'secret', headers: { 'content-type': 'text/plain' } };
    const world = { 'https://api.com/b': () => new Response('there') };
    const seeOther = guard({ ...world, 'https://api.com/a': to('/b', 303) });
    await seeOther.guarded(ask('https://api.com/a', post));
    const next = seeOther.sent[1];
    expect([next?.method, next?.body, next?.headers.get('content-type')]).toEqual([
      'GET',
      null,
      null,
    ]);
    const keep = guard({ ...world, 'https://api.com/a': to('/b', 307) });
    expect(await keep.guarded(ask('https://api.com/a', post))).toMatchObject({
      reason: 'redirected',
    });
    expect(keep.sent).toHaveLength(1);
  });

  test('is handed back to whoever wants to see it', async () => {
    const { guarded } = guard({ 'https://api.com/': to('https://inside.com/') });
    const answer = await guarded(ask('https://api.com/', { redirect: 'manual' }));
    expect(answer).toMatchObject({ ok: true });
    expect(answer.ok && answer.value.status).toBe(302);
  });
});

describe('a fetched document', () => {
  const limits = { maxBytes: 1_000 };
  const get = (answer: () => Response) =>
    fetchDocument(guard({ 'https://api.com/d': answer }).guarded, 'https://api.com/d', limits);

  test('comes with its bytes and its type', async () => {
    const headers = { 'content-type': 'application/yaml' };
    const answer = await get(() => new Response('openapi: 3.1.0', { headers }));
    expect(answer).toMatchObject({ ok: true, value: { contentType: 'application/yaml' } });
    expect(answer.ok && new TextDecoder().decode(answer.value.bytes)).toBe('openapi: 3.1.0');
  });

  test('is refused when it announces too much, or sends it unannounced', async () => {
    const headers = { 'content-length': '1001' };
    expect(await get(() => new Response('x', { headers }))).toMatchObject({ reason: 'tooLarge' });
    let chunks = 0;
    const endless = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          chunks += 1;
          controller.enqueue(new Uint8Array(400));
        },
      });
    expect(await get(() => new Response(endless()))).toMatchObject({ reason: 'tooLarge' });
    expect(chunks).toBeLessThan(6);
  });

  test('is a failure where the server says so, or breaks off', async () => {
    expect(await get(() => new Response('no', { status: 404 }))).toMatchObject({
      reason: 'unreachable',
      message: 'api.com answered with status 404.',
    });
    const broken = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.error(new Error('reset')),
      });
    expect(await get(() => new Response(broken()))).toMatchObject({ reason: 'unreachable' });
  });

  test('without a usable address is refused', async () => {
    const { guarded } = guard({});
    for (const address of ['petstore', 'https://ann:pw@api.com/', 'http://api.com/', '']) {
      expect(await fetchDocument(guarded, address, limits)).toMatchObject({ reason: 'refused' });
    }
  });
});

describe('looked-up names', () => {
  function clocked(ttl: number) {
    let now = 0;
    let asked = 0;
    const answer = () => [{ address: '93.184.216.34', ttl }];
    const resolve = cacheResolve(
      async () => {
        asked += 1;
        return answer();
      },
      () => now,
    );
    return { resolve, count: () => asked, wait: (seconds: number) => (now += seconds * 1_000) };
  }

  test('are kept for their time to live', async () => {
    const { resolve, count, wait } = clocked(60);
    await resolve('api.com');
    wait(59);
    await resolve('api.com');
    expect(count()).toBe(1);
    wait(2);
    await resolve('api.com');
    expect(count()).toBe(2);
  });

  test('are kept for five minutes at most', async () => {
    const { resolve, count, wait } = clocked(86_400);
    await resolve('api.com');
    wait(301);
    await resolve('api.com');
    expect(count()).toBe(2);
  });

  test('are never kept where nothing was found', async () => {
    let asked = 0;
    const resolve = cacheResolve(async () => {
      asked += 1;
      return [];
    });
    await resolve('nothing.com');
    await resolve('nothing.com');
    expect(asked).toBe(2);
  });

  test('do not pile up', async () => {
    const seen: string[] = [];
    const resolve = cacheResolve(async (host) => {
      seen.push(host);
      return PUBLIC;
    });
    for (let at = 0; at < 501; at += 1) await resolve(`h${at}.com`);
    await resolve('h500.com');
    await resolve('h0.com');
    expect(seen.length).toBe(502);
  });
});
