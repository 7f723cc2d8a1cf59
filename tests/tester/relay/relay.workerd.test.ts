import { env, exports } from 'cloudflare:workers';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';

import { UPSTREAM_DOCUMENT } from '../../fakes/upstream-document.ts';
import { bearer, newUid, SITE } from '../../setup/browser.workerd.ts';
import { modernRequest } from '../../setup/modern-request.ts';
import { readRefusal, RelayPage, TARGET, targetOf } from './relay-page.workerd.ts';

const Echo = z.object({
  method: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
const UpstreamEcho = z.object({ headers: z.record(z.string(), z.string()) });

const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

describe('a request', () => {
  test('is sent on with the headers of the transport and those that the person named, and no other', async () => {
    const page = new RelayPage();
    const idToken = await page.browser.signIn({ sub: newUid() });
    const answer = await page.post(`${TARGET}/echo`, message, {
      ...bearer(idToken),
      origin: SITE,
      referer: `${SITE}/client`,
      'x-forwarded-for': '203.0.113.9',
      'accept-language': 'de',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'tools/list',
      'mcp-session-id': 's-1',
      'last-event-id': '7',
      'x-mcp-header-authorization': 'Bearer of-the-target',
      'x-mcp-header-X-Api-Key': 'k-1',
      'x-mcp-header-mcp-method': 'named',
    });
    expect(answer.headers.get('x-mcp-relay')).toBe('target');
    const { method, headers, body } = Echo.parse(await answer.json());
    expect([method, JSON.parse(body)]).toEqual(['POST', message]);
    expect(headers).toMatchObject({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'named',
      'mcp-session-id': 's-1',
      'last-event-id': '7',
      authorization: 'Bearer of-the-target',
      'x-api-key': 'k-1',
    });
    const text = JSON.stringify(headers);
    expect(text).not.toContain(idToken);
    expect(Object.keys(headers).join(' ')).not.toMatch(
      /cookie|origin|referer|sec-|forwarded|connecting|x-mcp|accept-language/,
    );
  });

  test.each([
    'cookie',
    'host',
    'origin',
    'referer',
    'content-length',
    'transfer-encoding',
    'connection',
    'upgrade',
    'te',
    'via',
    'x-forwarded-for',
    'cf-connecting-ip',
    'sec-fetch-site',
    'proxy-authorization',
    'x-mcp-target',
    'x-mcp-header-cookie',
  ])('with the header %s of the person is refused', async (name) => {
    const answer = await new RelayPage().ask(`${TARGET}/echo`, {
      headers: { [`x-mcp-header-${name}`]: '1' },
    });
    expect(await readRefusal(answer)).toBe('header');
  });

  test('with a character outside of ASCII in a header is refused without that value', async () => {
    const headers = { 'x-mcp-header-authorization': 'Bearer sécret' };
    const answer = await new RelayPage().ask(`${TARGET}/echo`, { headers });
    expect([answer.status, await answer.clone().text()]).toEqual([
      422,
      expect.not.stringContaining('cret'),
    ]);
    expect(await readRefusal(answer)).toBe('header');
  });

  test('of another site, or of no page, is refused', async () => {
    const page = new RelayPage();
    for (const site of ['cross-site', 'same-site', 'none']) {
      const headers = { 'sec-fetch-site': site };
      expect(await readRefusal(await page.ask(`${TARGET}/echo`, { headers }))).toBe('foreign');
    }
    const bare = new Request(`${SITE}/api/relay`, {
      headers: { 'x-mcp-target': `${TARGET}/echo` },
    });
    expect(await readRefusal(await exports.default.fetch(bare))).toBe('foreign');
  });

  test('of a guest makes a session, and takes no token of ours for one', async () => {
    const page = new RelayPage();
    expect((await page.ask(`${TARGET}/echo`)).status).toBe(200);
    expect([...page.browser.cookies.keys()]).toEqual(['__Host-guest']);
    const forged = await page.ask(`${TARGET}/echo`, { headers: bearer('mcpb_draft_x') });
    expect([forged.status, forged.headers.get('x-mcp-relay')]).toEqual([401, 'refused']);
  });

  test('is counted, for guests by address', async () => {
    const { browser } = new RelayPage();
    for (let sent = 0; sent < 240; sent += 1) {
      await env.LIMIT_CALLS.limit({ key: `relay:${browser.address}` });
    }
    const headers = { 'x-mcp-target': `${TARGET}/echo` };
    const answer = await browser.fetch('/api/relay', { headers });
    expect([answer.status, answer.headers.get('x-mcp-relay')]).toEqual([429, 'refused']);
  });

  test('may be a form of OAuth, which is small, and nothing that a page sends as a file', async () => {
    const page = new RelayPage();
    const form = (length: number) => new URLSearchParams({ code: 'c'.repeat(length) });
    const sent = await page.ask(`${TARGET}/echo`, { method: 'POST', body: form(10) });
    const echo = Echo.parse(await sent.json());
    expect(echo.body).toBe('code=cccccccccc');
    expect(echo.headers['content-type']).toMatch(/^application\/x-www-form-urlencoded/);
    const large = await page.ask(`${TARGET}/echo`, { method: 'POST', body: form(70_000) });
    expect(await readRefusal(large)).toBe('bodyTooLarge');
    const file = new FormData();
    file.set('a', 'b');
    const asFile = await page.ask(`${TARGET}/echo`, { method: 'POST', body: file });
    expect(await readRefusal(asFile)).toBe('body');
  });

  test('of a megabyte is sent on, and of five is refused', async () => {
    const page = new RelayPage();
    const sent = await page.post(`${TARGET}/echo`, { text: 'x'.repeat(1_000_000) });
    expect(Echo.parse(await sent.json()).body.length).toBeGreaterThan(1_000_000);
    const refused = await page.post(`${TARGET}/echo`, { text: 'x'.repeat(5_000_000) });
    expect(await readRefusal(refused)).toBe('bodyTooLarge');
  });
});

describe('an answer', () => {
  test('comes back with the headers of the transport; others are shown or dropped', async () => {
    const sent = {
      'content-type': 'application/json',
      'mcp-session-id': 's-1',
      'mcp-protocol-version': '2025-11-25',
      'retry-after': '7',
      server: 'other',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=900',
      'set-cookie': 'a=1',
      location: 'https://evil.example/',
      refresh: '0; url=https://evil.example/',
      link: '<https://evil.example/>; rel=preload',
      'clear-site-data': '"*"',
      'content-security-policy': 'default-src *',
      'strict-transport-security': 'max-age=0',
    };
    const query = { headers: JSON.stringify(sent) };
    const { headers } = await new RelayPage().ask(targetOf('/with-headers', query));
    const seen = Object.fromEntries(headers);
    expect(seen).toMatchObject({
      'content-type': 'application/json',
      'mcp-session-id': 's-1',
      'mcp-protocol-version': '2025-11-25',
      'retry-after': '7',
      'x-mcp-header-server': 'other',
      'x-mcp-header-access-control-allow-origin': '*',
      'x-mcp-header-cache-control': 'public, max-age=900',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
    expect(seen['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(seen['strict-transport-security']).not.toBe('max-age=0');
    expect(seen['set-cookie']).not.toContain('a=1');
    for (const name of [
      'location',
      'refresh',
      'link',
      'clear-site-data',
      'access-control-allow-origin',
    ]) {
      expect(seen).not.toHaveProperty(name);
    }
  });

  test('asks for a token; a window of the browser for a password never opens', async () => {
    const page = new RelayPage();
    const ask = async (challenge: string) => {
      const headers = { 'content-type': 'application/json', 'www-authenticate': challenge };
      const query = { headers: JSON.stringify(headers) };
      const answer = await page.ask(targetOf('/with-headers', query));
      expect(answer.headers.get('x-mcp-header-www-authenticate')).toBe(challenge);
      return answer.headers.get('www-authenticate');
    };
    const good = 'Bearer realm="basic", resource_metadata="https://mcp.example.net/m"';
    expect(await ask(good)).toBe(good);
    for (const bad of ['Basic realm="x"', 'Bearer, Basic realm="x"', 'NTLM', 'Digest realm="x"']) {
      expect([bad, await ask(bad)]).toEqual([bad, null]);
    }
    const proxy = await page.ask(targetOf('/typed', { status: '407', type: 'application/json' }));
    expect(await readRefusal(proxy)).toBe('notJson');
  });

  test('of events streams while it is open', async () => {
    const answer = await new RelayPage().ask(targetOf('/events', { count: '2' }));
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    while (!text.includes('"n2"')) text += (await reader?.read())?.value ?? '';
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    await reader?.cancel();
  });

  test.each(['text/html; charset=utf-8', 'text/plain', 'image/svg+xml', 'application/xhtml+xml'])(
    'of %s is refused with a clear problem',
    async (type) => {
      const query = { type, text: '<!doctype html><script>alert(1)</script>' };
      const answer = await new RelayPage().ask(targetOf('/typed', query));
      const { detail, status } = await answer.clone().json<{ detail: string; status: number }>();
      expect([status, detail]).toEqual([
        502,
        `mcp.example.net answered with status 200 and content ${type}. The relay passes on JSON and event streams only, which is what an MCP server sends: check the address.`,
      ]);
      expect(await readRefusal(answer)).toBe('notJson');
    },
  );

  test('that is an error in another form keeps its status', async () => {
    const query = { status: '404', type: 'text/plain', text: 'Session not found' };
    const answer = await new RelayPage().ask(targetOf('/typed', query));
    expect([answer.status, answer.headers.get('x-mcp-relay')]).toEqual([404, 'target']);
    expect(answer.headers.get('content-type')).toBe('application/problem+json');
    expect(await answer.json()).toMatchObject({
      status: 404,
      detail: 'mcp.example.net answered with status 404 and content text/plain: Session not found',
    });
    const page = { status: '500', type: 'text/html', text: '<script>alert(1)</script>' };
    expect(await (await new RelayPage().ask(targetOf('/typed', page))).text()).not.toContain(
      'script',
    );
  });

  test('to a notification or the end of a session needs no form', async () => {
    const accepted = { status: '202', type: 'text/plain', text: 'Accepted' };
    const noted = await new RelayPage().post(targetOf('/typed', accepted), message);
    expect([noted.status, await noted.text()]).toEqual([202, '']);
    const ended = { status: '200', type: 'text/plain', text: 'OK' };
    const gone = await new RelayPage().ask(targetOf('/typed', ended), { method: 'DELETE' });
    expect([gone.status, await gone.text()]).toEqual([200, '']);
  });

  test('of ten megabytes comes through, and of more does not', async () => {
    const whole = await new RelayPage().ask(targetOf('/huge', { bytes: '10000000' }));
    expect((await whole.text()).length).toBe(10_000_000);
    const large = await new RelayPage().ask(targetOf('/huge', { bytes: '11000000' }));
    // Refused where its size was announced, broken off where it was not.
    const end = large.ok ? await large.text().catch(() => 'tooLarge') : await readRefusal(large);
    expect(end).toBe('tooLarge');
  });
});

describe('a redirect', () => {
  const elsewhere = 'https://moved.example.net/v1/echo';
  const credentials = { 'x-mcp-header-authorization': 'Bearer t', 'mcp-session-id': 's' };

  test('of what is read is followed, without credentials to another origin', async () => {
    const page = new RelayPage();
    const near = await page.ask(targetOf('/to', { location: '/echo' }), { headers: credentials });
    expect(Echo.parse(await near.json()).headers).toMatchObject({ authorization: 'Bearer t' });
    const far = await page.ask(targetOf('/to', { location: elsewhere }), { headers: credentials });
    const { headers } = UpstreamEcho.parse(await far.json());
    expect(headers).not.toHaveProperty('authorization');
    expect(headers).not.toHaveProperty('mcp-session-id');
  });

  test('of a message is followed on its origin where it is to be sent again, and nowhere else', async () => {
    const page = new RelayPage();
    const again = await page.post(targetOf('/to', { location: '/echo', status: '308' }), message);
    expect(JSON.parse(Echo.parse(await again.json()).body)).toEqual(message);
    for (const [status, location] of [
      ['302', '/echo'],
      ['307', elsewhere],
    ] as const) {
      const answer = await page.post(targetOf('/to', { location, status }), message);
      const { detail } = await answer.clone().json<{ detail: string }>();
      expect(detail).toContain(new URL(location, TARGET).href);
      expect(await readRefusal(answer)).toBe('redirected');
    }
  });

  test('is followed three times', async () => {
    const to = (location: string) => `/to?${new URLSearchParams({ location }).toString()}`;
    const page = new RelayPage();
    expect((await page.ask(TARGET + to(to(to('/echo'))))).status).toBe(200);
    expect(await readRefusal(await page.ask(TARGET + to(to(to(to('/echo'))))))).toBe('redirected');
  });
});

describe('an endpoint of our own', () => {
  test('is reached without leaving the Worker, by its token and not by the cookies of the person', async () => {
    const page = new RelayPage();
    const body = JSON.stringify(UPSTREAM_DOCUMENT);
    const made = await page.browser.fetch('/api/drafts', { method: 'POST', body });
    const { endpoint, token } = await made.json<{ endpoint: string; token: string }>();
    const target = new URL(endpoint, SITE).href;
    const list = modernRequest('tools/list');
    const { headers } = list;
    const text = await list.text();
    const ask = async (more: Record<string, string>) =>
      page.ask(target, {
        method: 'POST',
        body: text,
        headers: { ...Object.fromEntries(headers), ...more },
      });
    const listed = await ask({ 'x-mcp-header-authorization': `Bearer ${token}` });
    expect([listed.status, listed.headers.get('x-mcp-relay')]).toEqual([200, 'target']);
    expect(await listed.text()).toContain('"tools"');
    const refused = await ask({});
    expect([refused.status, refused.headers.get('x-mcp-relay')]).toEqual([401, 'target']);
  });

  test.each(['/api/drafts', '/api/relay', '/api/sessions', '/', '/client', '/api/v1/me'])(
    'is not %s',
    async (path) => {
      const page = new RelayPage();
      await page.browser.signIn({ sub: newUid() });
      const answer = await page.ask(SITE + path);
      expect([answer.status, await answer.text()]).toEqual([404, expect.stringContaining('404')]);
    },
  );

  test('includes what OAuth asks for', async () => {
    const answer = await new RelayPage().ask(`${SITE}/.well-known/oauth-authorization-server`);
    expect(await answer.json()).toMatchObject({ issuer: SITE });
  });
});
