import { expect, test } from 'vitest';

import type { Evidence } from '#app/blueprint/readiness/facts.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import { probe } from '#app/runtime/probe/probe.ts';
import type { ServerEvidence } from '#app/runtime/probe/server-evidence.ts';

import { serve, SERVER_URL } from './running.ts';
import { soundBlueprint } from './sound-server.ts';

function statusesOf(server: ServerEvidence): { [id: string]: string } {
  return Object.fromEntries(judge({ server }).checks.map(({ id, status }) => [id, status]));
}

function idsOf(server: ServerEvidence, status: string): string[] {
  return Object.entries(statusesOf(server)).flatMap(([id, each]) => (each === status ? [id] : []));
}

/** A server of 2025 that answers nothing outside its session, and takes what comes inside it. */
async function carelessServer(request: Request): Promise<Response> {
  const text = await request.text();
  const parsed: unknown = text.startsWith('{"jsonrpc":"2.0"') ? JSON.parse(text) : null;
  const message: JsonObject = isJsonObject(parsed) ? parsed : {};
  const respond = (result: JsonObject) =>
    Response.json(
      { jsonrpc: '2.0', id: message['id'] ?? null, result },
      { headers: { 'mcp-session-id': 'one' } },
    );
  if (message['method'] === 'initialize') {
    return respond({
      protocolVersion: '2025-11-25',
      capabilities: { tools: {} },
      serverInfo: { name: 'careless', version: '1.0.0' },
    });
  }
  if (request.headers.get('mcp-session-id') !== 'one') {
    return new Response('No session.', { status: 400 });
  }
  return respond(message['method'] === 'tools/list' ? { tools: [] } : {});
}

test.each([
  [404, {}],
  [401, { 'www-authenticate': 'Bearer' }],
  [403, {}],
  [500, {}],
])('a server that answers %i to everything passes nothing but HTTPS', async (status, headers) => {
  const fetch = async () => new Response('<html>Not here</html>', { status, headers });
  const server = await probe({ url: 'https://nobody.example.com/x', sendsHost: true, fetch });
  expect(idsOf(server, 'pass')).toEqual(['transport.https']);
  expect(idsOf(server, 'warn')).toEqual([]);
  expect(idsOf(server, 'fail')).toEqual(['protocol.modern', 'protocol.legacy']);
  expect(judge({ server })).toMatchObject({ verdict: { kind: 'unusable' }, score: null });
});

test('a server that rejects valid requests as well gets no points for rejections', async () => {
  const pings = async (request: Request) => {
    const text = await request.clone().text();
    return text.includes('"ping"') || !text.startsWith('{"jsonrpc":"2.0"')
      ? new Response(null, { status: 400 })
      : carelessServer(request);
  };
  const server = await probe({ url: SERVER_URL, sendsHost: true, fetch: pings });
  expect(server.era).toBe('legacy');
  expect(statusesOf(server)).toMatchObject({
    'transport.origin': 'notApplicable',
    'transport.host': 'notApplicable',
    'transport.contentType': 'notApplicable',
    'transport.brokenJson': 'notApplicable',
    'transport.methods': 'notApplicable',
    'auth.guarded': 'notApplicable',
    'auth.challenge': 'notApplicable',
  });
});

test('a server of 2025 is judged inside its session', async () => {
  const server = await probe({ url: SERVER_URL, sendsHost: true, fetch: carelessServer });
  expect(server.era).toBe('legacy');
  expect(server.exchanges.control?.got?.status).toBe(200);
  expect(statusesOf(server)).toMatchObject({
    'transport.origin': 'fail',
    'transport.host': 'fail',
    'transport.contentType': 'fail',
    'transport.brokenJson': 'fail',
  });
});

test('a mark of the mock counts only for a known server called without a token', async () => {
  const { fetch, ...target } = serve(soundBlueprint);
  const marked = async (request: Request) => {
    const response = await fetch(request);
    const text = await response.text();
    const message: unknown = text.startsWith('{') ? JSON.parse(text) : null;
    if (isJsonObject(message) && isJsonObject(message['result'])) {
      message['result']['_meta'] = { 'mcp-builder/mock': true };
      return Response.json(message);
    }
    return new Response(text, { status: response.status, headers: response.headers });
  };
  const bare = await probe({ ...target, fetch: marked });
  const headers = { authorization: 'Bearer of somebody' };
  const signedIn = await probe({ ...target, fetch: marked, headers });
  const guard = (evidence: Evidence) =>
    judge(evidence).checks.find(({ id }) => id === 'auth.guarded')?.evidence.text;
  expect(guard({ server: bare, blueprint: soundBlueprint })).toContain('the mock upstream answers');
  expect(guard({ server: signedIn, blueprint: soundBlueprint })).toContain(
    'holds 2 credentials (CLIENT_ID, CLIENT_SECRET).',
  );
  const one = { ...soundBlueprint, secrets: soundBlueprint.secrets.slice(0, 1) };
  expect(guard({ server: signedIn, blueprint: one })).toContain('holds 1 credential (CLIENT_ID).');
  expect(guard({ server: bare })).toContain('1 tool (delete_book) may change data');
});

test('a GET that opens an endless stream is a response, not a dead server', async () => {
  const fetch = async (request: Request) => {
    if (request.method !== 'GET') return carelessServer(request);
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  };
  const server = await probe({ url: SERVER_URL, fetch, timeoutMs: 2_000 });
  expect(server.exchanges.get?.got).toMatchObject({ status: 200, body: '' });
  expect(statusesOf(server)['transport.get']).toBe('notApplicable');
});
