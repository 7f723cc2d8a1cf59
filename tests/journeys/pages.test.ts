import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';
import { makeDraft, readSpec, shareDraft } from '../setup/make-draft.ts';

let worker: BuiltWorker;
beforeAll(async () => {
  worker = await startBuiltWorker();
});
afterAll(() => worker.close());

const ask = (path: string, init?: RequestInit) =>
  fetch(new URL(path, worker.url), { redirect: 'manual', ...init });

async function firstAsset(): Promise<string> {
  const html = await (await ask('/')).text();
  const asset = /\/assets\/[\w.-]+\.js/.exec(html)?.[0];
  if (!asset) throw new Error('the page names no script');
  return asset;
}

/** One address of each kind of answer. */
const PLACES: [kind: string, path: () => string | Promise<string>, status: number][] = [
  ['a page', () => '/', 200],
  ['its other address', () => '/mcp-builder', 200],
  ['an API', () => '/api/health', 200],
  ['a static file', () => firstAsset(), 200],
  ['an unknown page', () => '/no-such-page', 404],
  ['an unknown API', () => '/api/no-such-thing', 404],
  ['an unknown draft', () => '/api/drafts/AAAAAAAAAAAAAAAAAAAAAA', 404],
  ['an unknown static file', () => '/assets/no-such-file.js', 404],
];

describe('security headers', () => {
  test.each(PLACES)('%s carries them', async (_kind, path, status) => {
    const response = await ask(await path());
    await response.arrayBuffer();
    expect(response.status).toBe(status);
    const { headers } = response;
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBeTruthy();
    expect(headers.get('permissions-policy')).toContain('camera=()');
    expect(headers.get('cross-origin-resource-policy')).toBeTruthy();
    expect(headers.get('content-security-policy')).toMatch(/object-src 'none'|default-src 'none'/);
  });

  test('a page has a fresh nonce and a strict policy each time', async () => {
    const nonces = new Set<string>();
    for (let turn = 0; turn < 3; turn += 1) {
      const response = await ask('/');
      const policy = response.headers.get('content-security-policy') ?? '';
      const nonce = /'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
      nonces.add(nonce);
      expect(policy).toContain("'strict-dynamic'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe-eval');
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
      const tags = (await response.text()).match(/<script\b[^>]*>/g) ?? [];
      // Facts for search engines are data, which no browser runs.
      const scripts = tags.filter((tag) => !tag.includes('application/ld+json'));
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
    }
    expect(nonces.size).toBe(3);
  });

  test('every answer has a request id of its own', async () => {
    const ids = await Promise.all(
      ['/', '/api/health', '/nowhere'].map(async (path) =>
        (await ask(path)).headers.get('x-request-id'),
      ),
    );
    expect(ids.every(Boolean)).toBe(true);
    expect(new Set(ids).size).toBe(3);
  });
});

describe('pages', () => {
  test.each([
    '/',
    '/mcp-builder',
    '/terms',
    '/privacy',
    '/docs/start',
    '/blog/both-eras-on-one-url',
  ])(
    '%s is the same for each newcomer, but for nonce and request id, and as it is rendered',
    async (path) => {
      const read = async (headers: Record<string, string>) => {
        const response = await ask(path, { headers });
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /'nonce-([^']+)'/.exec(policy)![1]!;
        const text = await response.text();
        expect(text).toContain(nonce);
        const id = response.headers.get('x-request-id')!;
        return text.replaceAll(nonce, 'NONCE').replaceAll(id, 'REQUEST');
      };
      // A cookie keeps a request from the page that an isolate has kept.
      const rendered = await read({ cookie: 'unknown=1' });
      for (let turn = 0; turn < 3; turn += 1) expect(await read({})).toBe(rendered);
    },
  );

  test('health names status, version and bindings', async () => {
    const response = await ask('/api/health');
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(await response.json()).toMatchObject({
      status: 'ok',
      version: expect.stringMatching(/./),
      bindings: expect.anything(),
    });
  });

  test('the first byte of the page carries tagline and theme', async () => {
    for (const theme of ['light', 'dark']) {
      const html = await (await ask('/', { headers: { cookie: `theme=${theme}` } })).text();
      expect(html).toMatch(new RegExp(`<html[^>]*data-theme="${theme}"`));
      expect(html).toContain('Build Production-Ready MCP, Not a Demo');
      expect(html).toContain('Create and manage your MCP servers');
    }
  });

  test('a page comes as a whole: no part of it waits for a script that puts it in its place', async () => {
    for (const path of ['/', '/docs/start', '/showcase', '/login']) {
      const html = await (await ask(path, { headers: { cookie: 'unknown=1' } })).text();
      expect(html, path).toMatch(/<\/html>$/);
      expect(html, path).not.toMatch(/<div hidden id="S:|\$RC\(/);
    }
  });

  test('an unknown address says so, with a way home', async () => {
    const response = await ask('/no/such/page');
    const html = await response.text();
    expect(response.status).toBe(404);
    expect(html).toContain('Page Not Found');
    expect(html).toMatch(/The page you(’|&#x27;|')re looking for doesn(’|&#x27;|')t exist/);
    expect(html).toMatch(/<a[^>]*href="\/"[^>]*>\s*Go Home/);
  });

  test('an unknown API address answers a problem document, not a page', async () => {
    const response = await ask('/api/no-such-thing');
    expect(response.headers.get('content-type')).toContain('application/problem+json');
    expect(await response.json()).toMatchObject({ status: 404, requestId: expect.any(String) });
  });
});

describe('cross-site requests', () => {
  const post = (headers: Record<string, string>) =>
    ask('/api/drafts', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: '{"template":"none of ours"}',
    });

  test('a form on another site is refused', async () => {
    const refused = await post({ 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' });
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ status: 403, requestId: expect.any(String) });
    expect((await post({ origin: 'https://evil.example' })).status).toBe(403);
    expect((await post({ 'sec-fetch-site': 'same-site' })).status).toBe(403);
  });

  test('our own page and a command line get through', async () => {
    expect((await post({ 'sec-fetch-site': 'same-origin' })).status).not.toBe(403);
    expect((await post({ origin: worker.url })).status).not.toBe(403);
    expect((await post({})).status).not.toBe(403);
  });
});

const OWN_KEY = `own:${Buffer.alloc(32, 'own').toString('base64')}`;

describe('lab pages', () => {
  const paths = ['/parsing-test', '/test-stream', '/test-mac-panel', '/simple-sidebar-test'];

  test.each(paths)('%s is open with the published key', async (path) => {
    const response = await ask(path);
    expect(response.status).toBe(200);
    await response.arrayBuffer();
  });

  test.each<[why: string, variables: Record<string, string>]>([
    ['is off', { LAB_PAGES: 'off' }],
    ['says nothing about a server with a key of its own', { SEAL_KEYS: OWN_KEY }],
  ])('are not there where LAB_PAGES %s', async (_, variables) => {
    const closed = await startBuiltWorker({ variables });
    for (const path of paths) {
      const response = await fetch(new URL(path, closed.url));
      expect(response.status).toBe(404);
      await response.arrayBuffer();
    }
    await closed.close();
  });
});

test('every page of the site map answers with its own address and a card to share it by', async () => {
  const map = await (await ask('/sitemap.xml')).text();
  const paths = [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, place = '']) => new URL(place).pathname,
  );
  expect(paths).toEqual(expect.arrayContaining(['/', '/blog', '/docs', '/showcase/weather']));
  const pictures = new Set<string>();
  for (const path of paths) {
    const answer = await ask(path, { headers: { accept: 'text/html' } });
    expect(answer.status, path).toBe(200);
    const html = await answer.text();
    expect(html, path).toContain(`<link rel="canonical" href="${worker.url}${path}"`);
    expect(html, path).toMatch(/<meta property="og:title" content="[^"]+"/);
    expect(html, path).not.toContain('noindex');
    pictures.add(/<meta property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? path);
  }
  for (const picture of pictures) {
    const drawn = await fetch(picture);
    expect(drawn.headers.get('content-type'), picture).toBe('image/png');
    await drawn.arrayBuffer();
  }
});

test('only a public chat may be found by search engines', async () => {
  const draft = await makeDraft(worker.url, readSpec('petstore-3.0.json'));
  for (const visibility of ['unlisted', 'public'] as const) {
    await shareDraft(worker.url, draft, visibility);
    const html = await (await ask(`/chat/${draft.id}`)).text();
    const isHidden = html.includes('<meta name="robots" content="noindex"/>');
    expect(isHidden, visibility).toBe(visibility === 'unlisted');
    expect(html.includes(`<link rel="canonical" href="${worker.url}/chat/${draft.id}"/>`)).toBe(
      !isHidden,
    );
  }
});
