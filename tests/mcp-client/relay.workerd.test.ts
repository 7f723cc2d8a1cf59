import { expect, test } from 'vitest';
import * as z from 'zod';

import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ConnectionOptions } from '#app/mcp-client/connection-options.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { SITE } from '../setup/browser.workerd.ts';
import { RelayPage, targetOf } from '../tester/relay/relay-page.workerd.ts';
import { limitCors } from './limit-cors.ts';
import { makeTarget } from './make-target.ts';

/** As a browser refuses what its CORS rules do not allow: it does not say why. */
const blocked = () => Promise.reject(new TypeError('Failed to fetch'));

/** A page whose browser may not ask the server, and whose relay may. */
function createPage() {
  const page = new RelayPage();
  const connect = (
    url: string,
    changes: Partial<ServerTarget> = {},
    options: ConnectionOptions = {},
  ) =>
    createConnection(makeTarget(url, changes), {
      fetch: blocked,
      relayUrl: '/api/relay',
      relayFetch: (path, init) => page.browser.fetch(path, init),
      ...options,
    });
  return { page, connect };
}

const Made = z.object({ endpoint: z.string(), token: z.string() });

/** A server of our own, which the relay reaches without leaving the Worker. */
async function makeServer(page: RelayPage) {
  const body = JSON.stringify(UPSTREAM_DOCUMENT);
  const made = Made.parse(
    await (await page.browser.fetch('/api/drafts', { method: 'POST', body })).json(),
  );
  const auth = { kind: 'bearer', token: made.token } as const;
  return { url: new URL(made.endpoint, SITE).href, auth };
}

test.each(['auto', 'legacy'] as const)(
  'a server that the browser may not ask is reached by the relay, in the era %s, and why is said',
  async (era) => {
    const { page, connect } = createPage();
    const { url, auth } = await makeServer(page);
    const connection = connect(url, { auth, era });
    const connected = await connection.connect();
    expect(connected).toMatchObject({
      ok: true,
      value: {
        era: era === 'auto' ? 'modern' : 'legacy',
        route: 'relay',
        routeReason: expect.stringContaining('CORS'),
      },
    });
    const tools = await connection.listAll('tools/list');
    expect(tools.ok && tools.value.length).toBeGreaterThan(0);
    const [direct, relayed] = connection.log.getExchanges();
    expect(direct).toMatchObject({ route: 'direct', response: null, error: 'Failed to fetch' });
    expect(relayed).toMatchObject({ route: 'relay', url, response: { status: 200 } });
    // The log has the request as the server got it.
    expect(Object.fromEntries(relayed?.requestHeaders ?? [])).toMatchObject({
      authorization: `Bearer ${auth.token}`,
    });
    await connection.close();
  },
);

test('a server that asks who the person is does so through the relay as well', async () => {
  const { page, connect } = createPage();
  const { url } = await makeServer(page);
  expect(await connect(url).connect()).toMatchObject({
    ok: false,
    reason: 'unauthorized',
    status: 401,
    challenge: expect.stringContaining('Bearer'),
  });
});

test('an address that the relay does not ask is named as what it is', async () => {
  const { connect } = createPage();
  const connected = await connect('https://10.0.0.1/mcp').connect();
  expect(connected).toMatchObject({ ok: false, reason: 'relay-refused' });
  expect(!connected.ok && connected.message).toMatch(/browser got no readable answer.*relay/);
});

test('a person who wants no relay is told that the browser is what is in the way', async () => {
  const { page, connect } = createPage();
  const { url, auth } = await makeServer(page);
  const connection = connect(url, { auth, route: 'direct' });
  expect(await connection.connect()).toMatchObject({ ok: false, reason: 'blocked-by-browser' });
  const asked = connection.log.getExchanges().filter(({ route }) => route === 'relay');
  // Nothing of the person went that way.
  for (const { requestHeaders } of asked) {
    expect(requestHeaders.map(([name]) => name)).toEqual(['accept']);
  }
});

test('a relay that fails by itself says nothing about the server', async () => {
  const { connect } = createPage();
  const relayFetch = () => Promise.resolve(new Response('worker threw', { status: 500 }));
  const open = (route: ServerTarget['route']) =>
    connect('https://mcp.example.com/mcp', { route }, { relayFetch }).connect();
  expect(await open('direct')).toMatchObject({ ok: false, reason: 'unreachable' });
  expect(await open('relay')).toMatchObject({ ok: false, reason: 'relay-refused' });
});

test('a server behind a proxy that cannot reach it is not taken for one that is running', async () => {
  const { connect } = createPage();
  for (const route of ['direct', 'auto'] as const) {
    const connection = connect(targetOf('/down'), { route });
    expect(await connection.connect()).toMatchObject({ ok: false, reason: 'unreachable' });
  }
});

/** CORS of a server from the time before 2026-07-28. */
const OLD_CORS = { allows: ['content-type', 'authorization', 'mcp-protocol-version'] };

test('a server whose CORS headers are older than its protocol is spoken to in the newest era, by the relay', async () => {
  const { page, connect } = createPage();
  const { url, auth } = await makeServer(page);
  const fetch = limitCors((path, init) => page.browser.fetch(path, init), OLD_CORS);
  const relayed = await connect(url, { auth }, { fetch }).connect();
  expect(relayed).toMatchObject({ ok: true, value: { era: 'modern', route: 'relay' } });
  // Where the person wants no relay, the older era is better than nothing, and it is said why.
  const direct = await connect(url, { auth, route: 'direct' }, { fetch }).connect();
  expect(direct).toMatchObject({
    ok: true,
    value: { era: 'legacy', route: 'direct', eraReason: expect.stringContaining('Mcp-Method') },
  });
});

test('a page that is no MCP server is told apart through the relay', async () => {
  const { connect } = createPage();
  const connected = await connect(
    targetOf('/typed', { type: 'text/html', text: '<p>Hi</p>' }),
  ).connect();
  expect(connected).toMatchObject({ ok: false, reason: 'not-mcp' });
});
