import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { afterAll, beforeAll, expect, test } from 'vitest';

import { createConnection } from '#app/mcp-client/create-connection.ts';
import type { ServerConnection } from '#app/mcp-client/connection.ts';
import {
  MASK,
  maskHeader,
  maskText,
  maskValue,
  secretsOfTarget,
} from '#app/mcp-client/mask-secrets.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import { toHttpEntries, toMessageEntries } from '#app/tester/history/entry.ts';
import { filterEntries, NO_FILTER } from '#app/tester/history/filter-entries.ts';
import { maskOf } from '#app/tester/history/mask.ts';
import { toCurl } from '#app/tester/history/to-curl.ts';
import { toHar } from '#app/tester/history/to-har.ts';
import { toJsonExport } from '#app/tester/history/to-json-export.ts';
import { toResent } from '#app/tester/history/to-resent.ts';

import { makeTarget } from '../mcp-client/make-target.ts';
import type { TestServer } from './servers/serve-http.ts';
import { startFixture } from './servers/start-fixture.ts';

const SECRET = 'tenant-7f-of-nobody';
const TOKEN = "it's-a-token-without-a-form";

let fixture: TestServer;
let connection: ServerConnection;
beforeAll(async () => {
  fixture = await startFixture();
  const target = makeTarget(fixture.url, {
    headers: [
      { name: 'X-Tenant', value: SECRET },
      { name: 'X-Trace', value: 'on' },
    ],
    auth: { kind: 'bearer', token: TOKEN },
  });
  connection = createConnection(target);
  await connection.connect();
  await connection.listAll('tools/list');
  await connection.request('tools/call', { name: 'add', arguments: { a: 2, b: 3 } });
  await connection.request('tools/call', { name: 'echo', arguments: { text: `my ${SECRET}` } });
  await connection.request('tools/call', { name: 'fail', arguments: {} });
  await connection.request('no/such/method', {});
});
afterAll(async () => {
  await connection.close();
  await fixture.stop();
});

test('an answer is shown with the method and the time of its request; failures are found', () => {
  const entries = toMessageEntries(connection.log.getFrames());
  const answers = entries.filter(({ message }) => message === 'response' || message === 'error');
  expect(answers.length).toBeGreaterThanOrEqual(5);
  expect(answers.every(({ method, elapsedMs }) => method !== '' && elapsedMs !== null)).toBe(true);
  const failed = filterEntries(entries, { ...NO_FILTER, kind: 'failed' });
  expect(failed.map(({ method }) => method)).toEqual(['tools/call', 'no/such/method']);
  const found = filterEntries(entries, {
    ...NO_FILTER,
    query: 'echo TOOLS/call',
    direction: 'sent',
  });
  expect(found).toHaveLength(1);
  const requests = toHttpEntries(connection.log.getExchanges());
  expect(filterEntries(requests, { ...NO_FILTER, kind: 'failed' })).toHaveLength(1);
  expect(requests.every(({ elapsedMs }) => elapsedMs !== null)).toBe(true);
});

test('no export holds a secret, and each holds everything else', () => {
  const mask = maskOf(connection.target);
  const exports = [
    toHar(connection.log.getExchanges(), mask),
    toJsonExport(connection.log, mask),
    ...connection.log.getExchanges().map((exchange) => toCurl(exchange, mask)),
  ];
  for (const text of exports.map((one) => JSON.stringify(one))) {
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(TOKEN);
    expect(text).toContain('mcp-protocol-version');
  }
  // The log itself keeps them: they are what was sent.
  expect(JSON.stringify(connection.log.getExchanges())).toContain(SECRET);
});

test('the archive has the fields that HAR 1.2 asks for', () => {
  const { log } = toHar(connection.log.getExchanges(), maskOf(connection.target));
  if (!isJsonObject(log) || !Array.isArray(log['entries'])) throw new Error('no archive');
  expect(log['version']).toBe('1.2');
  expect(log['entries'].length).toBe(connection.log.getExchanges().length);
  for (const entry of log['entries']) {
    expect(entry).toMatchObject({
      startedDateTime: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      time: expect.any(Number),
      request: {
        method: 'POST',
        url: fixture.url,
        httpVersion: expect.any(String),
        cookies: [],
        headers: expect.any(Array),
        queryString: [],
        postData: { mimeType: 'application/json', text: expect.stringContaining('jsonrpc') },
        headersSize: -1,
        bodySize: expect.any(Number),
      },
      response: {
        status: expect.any(Number),
        statusText: '',
        cookies: [],
        headers: expect.any(Array),
        content: { size: expect.any(Number), mimeType: expect.any(String) },
        redirectURL: '',
        headersSize: -1,
        bodySize: expect.any(Number),
      },
      cache: {},
      timings: { send: 0, wait: expect.any(Number), receive: expect.any(Number) },
    });
  }
});

test('the command of a request runs in a shell, once its secrets are set, and gets the same answer', async () => {
  const exchange = connection.log
    .getExchanges()
    .find(({ requestBody }) => requestBody?.includes('"tools/call"'))!;
  const command = toCurl(exchange, maskOf(connection.target));
  expect(command).toContain(`-H 'authorization: Bearer '"$AUTHORIZATION"`);
  const runnable = command
    .split('\n')
    .filter((line) => !line.includes('=…'))
    .join('\n');
  const { stdout } = await promisify(execFile)('sh', ['-c', runnable], {
    env: { ...process.env, AUTHORIZATION: TOKEN, X_TENANT: SECRET, no_proxy: '*' },
  });
  expect(stdout).toContain('"sum":5');
});

test('a request that is sent again has an id of its own, and its answer comes back', async () => {
  const frame = connection.log
    .getFrames()
    .find(({ message }) => message['method'] === 'tools/call')!;
  const text = toResent(frame.message);
  expect(JSON.parse(text)).toMatchObject({
    method: 'tools/call',
    id: expect.stringMatching(/^again-/),
  });
  const again = await connection.sendRaw(text.replace('"b": 3', '"b": 40'));
  expect(again.ok && JSON.stringify(again.value)).toContain('42');
});

test('secrets are masked by their place, by their form, and wherever the person’s own turn up', () => {
  expect(maskHeader('Authorization', 'Bearer abc', [])).toBe(`Bearer ${MASK}`);
  expect(maskHeader('X-Api-Key', 'x', [])).toBe(MASK);
  expect(maskHeader('Set-Cookie', 'a=b', [])).toBe(MASK);
  expect(maskHeader('Mcp-Session-Id', '0123456789abcdef', [])).toBe(`01234567${MASK}`);
  expect(maskHeader('X-Signing-Key', 'x', [])).toBe(MASK);
  expect(maskValue({ key: 'a', nextPageToken: 'b', id_token: 'c' }, [])).toEqual({
    key: 'a',
    nextPageToken: 'b',
    id_token: MASK,
  });
  expect(maskHeader('accept', 'text/event-stream', [])).toBe('text/event-stream');
  const secrets = secretsOfTarget(connection.target);
  expect(secrets).toEqual([TOKEN, SECRET]);
  expect(maskText(`https://a.b/?q=${encodeURIComponent(TOKEN)}`, secrets)).toBe(
    `https://a.b/?q=${MASK}`,
  );
  expect(maskText('grant_type=refresh&refresh_token=abc&client_secret=d%2Fe', [])).toBe(
    `grant_type=refresh&refresh_token=${MASK}&client_secret=${MASK}`,
  );
  expect(maskText('event: message\ndata: {"access_token":"abc","expires_in":60}\n\n', [])).toBe(
    `event: message\ndata: {"access_token":"${MASK}","expires_in":60}\n\n`,
  );
  expect(
    maskValue(
      { _meta: { progressToken: 'p-1' }, password: 'x', list: [`a ${SECRET}`], max_tokens: 5 },
      secrets,
    ),
  ).toEqual({
    _meta: { progressToken: 'p-1' },
    password: MASK,
    list: [`a ${MASK}`],
    max_tokens: 5,
  });
});
