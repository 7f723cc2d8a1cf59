import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ConnectProblem } from '#app/mcp-client/connection.ts';
import type { ServerTarget } from '#app/mcp-client/target.ts';

import {
  HIDDEN,
  startHostile,
  type Fault,
  type HostileServers,
} from '../tester/servers/start-hostile.ts';
import { makeTarget } from './make-target.ts';

let servers: HostileServers;
beforeAll(async () => {
  servers = await startHostile();
});
afterAll(() => servers.stop());

const CALL = { name: 'call', arguments: {} };

async function open(fault: Fault, changes: Partial<ServerTarget> = {}) {
  const connection = createConnection(makeTarget(servers.url(fault), changes));
  expect(await connection.connect()).toMatchObject({ ok: true });
  return connection;
}

describe('a server that cannot be connected to is told apart by why', () => {
  const cases: [Fault, ConnectProblem['reason'], RegExp][] = [
    ['html', 'not-mcp', /Welcome.*text\/html/],
    ['crash', 'server-error', /500/],
    ['protected', 'unauthorized', /Sign in/],
    ['forbidden', 'forbidden', /You may not/],
    ['missing', 'not-found', /path of the address/],
    ['hanging', 'timed-out', /0\.3 s/],
  ];
  test.each(cases)('%s: %s', async (fault, reason, message) => {
    const connection = createConnection(makeTarget(servers.url(fault), { timeoutMs: 300 }));
    const connected = await connection.connect();
    expect(connected).toMatchObject({ ok: false, reason });
    expect(!connected.ok && connected.message).toMatch(message);
    expect(connection.getState()).toMatchObject({ status: 'failed', problem: { reason } });
  });

  test('a challenge is handed on, for signing in', async () => {
    const connected = await createConnection(makeTarget(servers.url('protected'))).connect();
    expect(connected).toMatchObject({
      status: 401,
      challenge: 'Bearer resource_metadata="https://example.com/prm"',
    });
  });

  test('a server that is not running', async () => {
    const gone = await startHostile();
    await gone.stop();
    const connected = await createConnection(makeTarget(gone.url('html'))).connect();
    expect(connected).toMatchObject({ ok: false, reason: 'unreachable' });
    expect(!connected.ok && connected.message).toContain('ECONNREFUSED');
  });

  test('a server of another revision, where one is pinned', async () => {
    const target = makeTarget(servers.url('other-revision'), { era: '2026-07-28' });
    const connected = await createConnection(target).connect();
    expect(connected).toMatchObject({ ok: false, reason: 'unsupported-revision' });
    expect(!connected.ok && connected.message).toContain('2027-01-01');
  });
});

describe('an answer that breaks the protocol is refused with what is wrong with it', () => {
  const cases: [Fault, RegExp][] = [
    ['wrong-type', /JSON with the content type text\/plain/],
    ['cut-json', /not JSON: “\{"jsonrpc": "2.0", "id"”/],
    ['no-version', /"jsonrpc": "2.0"/],
    ['other-id', /id "\d+", which no open request has/],
    ['result-and-error', /both a result and an error/],
    ['endless-body', /larger than 64 MB/],
  ];
  test.each(cases)('%s', async (fault, message) => {
    const connection = await open(fault);
    const called = await connection.request('tools/call', CALL);
    expect(called).toMatchObject({ ok: false, reason: 'invalid-message' });
    expect(!called.ok && called.message).toMatch(message);
    await connection.close();
  });

  test('the message is in the log all the same, with its fault', async () => {
    const connection = await open('no-version');
    await connection.request('tools/call', CALL);
    expect(connection.log.getFrames().at(-1)).toMatchObject({
      direction: 'received',
      message: { result: { content: [{ text: 'fine' }] } },
      invalid: 'The message does not say "jsonrpc": "2.0".',
    });
    await connection.close();
  });

  test('a stream without an end ends with the request’s time, and the next request works', async () => {
    const connection = await open('endless-stream', { timeoutMs: 300 });
    const called = await connection.request('tools/call', CALL);
    expect(called).toMatchObject({ ok: false, reason: 'timed-out' });
    expect(connection.getNotifications().length).toBeGreaterThan(3);
    await expect
      .poll(() => connection.log.getExchanges().at(-1)?.response?.endedAt)
      .toEqual(expect.any(Number));
    expect(await connection.listAll('tools/list')).toMatchObject({ ok: true });
    await connection.close();
  });

  test('a call that the server breaks off says so', async () => {
    const connection = await open('cut-off');
    const called = await connection.request('tools/call', CALL);
    expect(called).toMatchObject({ ok: false, reason: 'disconnected' });
    await connection.close();
  });
});

describe('lists', () => {
  test('2,000 tools come in four pages', async () => {
    const connection = await open('many-tools');
    const tools = await connection.listAll('tools/list');
    expect(tools.ok && tools.value.length).toBe(2_000);
    expect(connection.log.getExchanges().length).toBe(5);
    await connection.close();
  });

  test('pages without an end stop after 100, and a repeated cursor at once', async () => {
    const endless = await open('endless-pages');
    const tools = await endless.listAll('tools/list');
    expect(tools.ok && tools.value.length).toBe(100);
    const repeated = await open('repeated-cursor');
    const again = await repeated.listAll('tools/list');
    expect(again.ok && again.value.length).toBe(2);
  });

  test('what a server sends is not changed: equal names, hidden characters, schemas that do not compile', async () => {
    const same = await (await open('duplicate-names')).listAll('tools/list');
    expect(same.ok && same.value.map(({ description }) => description)).toEqual([
      'The first.',
      'The second.',
    ]);
    const hidden = await (await open('hidden-unicode')).listAll('tools/list');
    expect(hidden.ok && hidden.value[0]?.['description']).toBe(HIDDEN);
    const broken = await (await open('bad-schema')).listAll('tools/list');
    expect(broken.ok && broken.value).toEqual([
      expect.objectContaining({
        inputSchema: { type: 'object', properties: { a: { type: 'strnig', pattern: '(' } } },
      }),
      { name: 'none' },
    ]);
    const none = await (await open('no-tools')).listAll('tools/list');
    expect(none).toMatchObject({ ok: false, reason: 'invalid-message' });
  });
});

test('a result of 10 MB arrives whole, and the log keeps the beginning of its text', async () => {
  const connection = await open('large-result');
  const called = await connection.request('tools/call', CALL);
  expect(called).toMatchObject({ ok: true });
  expect(JSON.stringify(called).length).toBeGreaterThan(10 * 1024 * 1024);
  const exchange = connection.log.getExchanges().at(-1);
  expect(exchange?.response?.isCut).toBe(true);
  expect(exchange?.response?.body.length).toBe(1_000_000);
  expect(exchange?.response?.bytes).toBeGreaterThan(10 * 1024 * 1024);
  await connection.close();
});
