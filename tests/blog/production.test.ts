import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { afterEach, beforeEach, expect, test } from 'vitest';

import { COMMANDS } from '#app/cli/usage.ts';

import { readSnippet } from './read-snippet.ts';
import { handler } from './snippets/both-eras/server.ts';
import { callApi } from './snippets/production/call-api.ts';
import { connect } from './snippets/testing/connect.ts';

let server: Server;
let url: URL;
let answers: { status: number; headers?: Record<string, string> }[];
let asked: number;

beforeEach(async () => {
  asked = 0;
  server = createServer((_, response) => {
    const { status, headers } = answers[Math.min(asked, answers.length - 1)]!;
    asked += 1;
    response.writeHead(status, headers).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
});
afterEach(() => {
  server.close();
});

const waits: number[] = [];
const options = {
  signal: new AbortController().signal,
  wait: async (milliseconds: number) => void waits.push(milliseconds),
};

test('a read is repeated, and waits as long as the API asks', async () => {
  waits.length = 0;
  answers = [{ status: 503, headers: { 'retry-after': '2' } }, { status: 200 }];
  const response = await callApi(url, { method: 'GET' }, options);
  expect(response.status).toBe(200);
  expect([asked, waits]).toEqual([2, [2_000]]);
});

test('a write is sent once, whatever comes back', async () => {
  answers = [{ status: 503 }];
  expect((await callApi(url, { method: 'POST' }, options)).status).toBe(503);
  expect(asked).toBe(1);
});

test('attempts end, redirects are not followed, and a cancelled call is not repeated', async () => {
  answers = [{ status: 500 }];
  expect((await callApi(url, { method: 'GET' }, options)).status).toBe(500);
  expect(asked).toBe(3);
  answers = [{ status: 302, headers: { location: 'http://127.0.0.1:1/' } }];
  expect((await callApi(url, { method: 'GET' }, options)).status).toBe(302);
  const signal = AbortSignal.abort(new Error('gone'));
  await expect(callApi(url, { method: 'GET' }, { ...options, signal })).rejects.toThrow('gone');
});

test('an argument that is refused is named as the article shows', async () => {
  const client = await connect(handler.fetch, { pin: '2026-07-28' });
  const call = { name: 'track_parcel', arguments: { number: 'rr 12' } };
  const result = await client.callTool(call);
  const shown = JSON.parse(readSnippet('production/refused.json'));
  expect(result).toMatchObject(shown);
  await client.close();
});

test('the command that the article names takes the address of a server', () => {
  const words = readSnippet('production/check.sh').trim().split(' ');
  expect(words.slice(0, 3)).toEqual(['node', 'build/cli.js', 'check']);
  expect(COMMANDS.check.takes).toContain('<endpoint or directory>');
  expect(URL.canParse(words[3]!)).toBe(true);
});
