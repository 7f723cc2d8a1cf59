import { describe, expect, test } from 'vitest';

import { judge } from '#app/blueprint/readiness/judge.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import { probeUpstream } from '#app/runtime/probe/probe-upstream.ts';
import { probe } from '#app/runtime/probe/probe.ts';
import type { ProbeName } from '#app/runtime/probe/server-evidence.ts';

import { BINANCE, CLOUDINARY, HAWK, KRAKEN } from '../runtime/signing/published-schemes.ts';
import { SERVER_URL, serve } from './running.ts';
import { soundBlueprint, soundServer } from './sound-server.ts';

const AWS = {
  id: 'aws',
  kind: 'awsSignature' as const,
  service: 'execute-api',
  region: 'eu-west-1',
  accessKeyIdSecret: 'KEY_ID',
  secretAccessKeySecret: 'SECRET',
};

interface Received {
  request: Request;
  message: JsonObject | null;
}

/** A server of 2025 only, which answers in event streams that it leaves open, inside a session. */
function legacyServer(tools: JsonObject[], received: Received[] = []) {
  const respond = (message: JsonObject, result: JsonObject): Response => {
    const text = JSON.stringify({ jsonrpc: '2.0', id: message['id'] ?? null, result });
    const note = JSON.stringify({ jsonrpc: '2.0', method: 'notifications/message', params: {} });
    const events = `data: ${note}\n\ndata: ${text}\n\n`;
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(events)),
    });
    const headers = { 'content-type': 'text/event-stream', 'mcp-session-id': 'one' };
    return new Response(body, { headers });
  };
  return async (request: Request): Promise<Response> => {
    const text = await request.clone().text();
    const message: JsonObject | null = text.startsWith('{"jsonrpc":"2.0"') ? parse(text) : null;
    received.push({ request, message });
    if (request.method === 'DELETE') return new Response(null, { status: 204 });
    if (message === null) return new Response(null, { status: 400 });
    switch (message['method']) {
      case 'initialize':
        return respond(message, {
          protocolVersion: '2025-11-25',
          capabilities: { tools: {} },
          serverInfo: { name: 'old', version: '1.0.0' },
        });
      case 'tools/list':
        return respond(message, { tools });
      case 'tools/call':
        return respond(message, { content: [{ type: 'text', text: 'done' }] });
      default:
        return new Response(null, { status: message['id'] === undefined ? 202 : 400 });
    }
  };
}

function parse(text: string): JsonObject | null {
  try {
    const value: JsonObject = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}

describe('a probe', () => {
  test('of an unreachable server reports that, stops, and passes nothing', async () => {
    let asked = 0;
    const fetch = async (): Promise<Response> => {
      asked += 1;
      throw new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } });
    };
    const server = await probe({ fetch, url: SERVER_URL });
    expect(asked).toBe(2);
    expect(server.exchanges.discover?.error).toContain('ECONNREFUSED');
    const { checks } = judge({ server });
    expect(checks.filter(({ status }) => status === 'pass')).toEqual([]);
    expect(checks.find(({ id }) => id === 'protocol.modern')?.status).toBe('fail');
  });

  test('of a server that never answers ends by itself', async () => {
    const fetch = () => new Promise<Response>(() => {});
    const server = await probe({ fetch, url: SERVER_URL, timeoutMs: 20 });
    expect(server.exchanges.initialize).toMatchObject({
      got: null,
      error: expect.stringContaining('within 20 ms'),
    });
  });

  test('of an endlessly slow response ends by itself', async () => {
    const drip = () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }));
    const server = await probe({ fetch: async () => drip(), url: SERVER_URL, timeoutMs: 20 });
    expect(server).toMatchObject({ era: null, tools: null });
  });

  test('reads no more of a flood than its limit', async () => {
    let pieces = 0;
    const piece = new TextEncoder().encode('x'.repeat(1_048_576));
    const flood = () =>
      new Response(
        new ReadableStream({
          pull: (controller) => {
            pieces += 1;
            controller.enqueue(piece);
          },
        }),
      );
    const answers = { discover: 0 };
    const fetch = async () => {
      answers.discover += 1;
      if (answers.discover > 2) throw new Error('enough');
      return flood();
    };
    await probe({ fetch, url: SERVER_URL, timeoutMs: 5_000 });
    expect(pieces).toBeLessThan(20);
  });

  test('of a list with a circular cursor stops, and reports the list as incomplete', async () => {
    const { fetch } = serve(soundBlueprint);
    const circle = async (request: Request): Promise<Response> => {
      const response = await fetch(request);
      const text = await response.text();
      const body = text.replace('"result":{"tools":', '"result":{"nextCursor":"again","tools":');
      return new Response(body, { status: response.status, headers: response.headers });
    };
    const server = await probe({ fetch: circle, url: SERVER_URL });
    expect(server.tools?.isComplete).toBe(false);
    const titles = judge({ server }).checks.find(({ id }) => id === 'tools.titles');
    expect(titles).toMatchObject({
      status: 'warn',
      evidence: { text: expect.stringContaining('there are more') },
    });
  });

  test('of a server of 2025 lists in its session, and ends it', async () => {
    const received: Received[] = [];
    const reads = {
      name: 'read',
      inputSchema: { type: 'object' },
      annotations: { readOnlyHint: true },
    };
    const server = await probe({ fetch: legacyServer([reads], received), url: SERVER_URL });
    expect(server).toMatchObject({ era: 'legacy', calledTool: 'read' });
    expect(server.tools?.tools).toHaveLength(1);
    const listed = received.find(({ message }) => message?.['method'] === 'tools/list');
    expect(listed?.request.headers.get('mcp-session-id')).toBe('one');
    expect(received.at(-1)?.request.method).toBe('DELETE');
    const modern = judge({ server }).checks.find(({ id }) => id === 'protocol.modern');
    expect(modern?.status).toBe('fail');
  });

  test('calls only read-only tools, unless it may call any', async () => {
    const tools: JsonObject[] = [
      { name: 'wipe', inputSchema: { type: 'object', required: ['all'] } },
      { name: 'drop', inputSchema: { type: 'object' }, annotations: { readOnlyHint: false } },
    ];
    const called = async (mayCallAny: boolean) => {
      const received: Received[] = [];
      const fetch = legacyServer(tools, received);
      await probe({ fetch, url: SERVER_URL, mayCallAny });
      const names = received.map(({ message }) => {
        const params = message?.['method'] === 'tools/call' ? message['params'] : undefined;
        return typeof params === 'object' && params !== null && 'name' in params && params.name;
      });
      return names.filter((name) => name === 'wipe' || name === 'drop');
    };
    expect(await called(false)).toEqual([]);
    expect((await called(true)).length).toBeGreaterThan(0);
  });

  test('of a server that lists nonsense is still judged', async () => {
    const nonsense: JsonObject[] = [
      {},
      { name: 5, inputSchema: [], annotations: 'none' },
      { name: 'a\u202Eb', inputSchema: { properties: [1], required: 'all' } },
      { name: 'x', inputSchema: { type: ['object', 7], properties: { action: true, limit: 3 } } },
      { name: 'x', inputSchema: { $ref: '#', allOf: [{ $ref: '#' }] }, outputSchema: { not: 1 } },
    ];
    const fetch = legacyServer(nonsense);
    const server = await probe({ fetch, url: SERVER_URL, mayCallAny: true });
    const { checks } = judge({ server });
    const failed = checks.filter(({ status }) => status === 'fail').map(({ id }) => id);
    expect(failed).toEqual(
      expect.arrayContaining(['protocol.schema', 'tools.names', 'tools.schemas']),
    );
  });

  test('lists and calls like clients, and gets the same responses', async () => {
    const keyOf = (method?: string | null, body = '') => `${method ?? ''} ${body}`;
    const full: Promise<string>[] = [];
    const target = serve(soundBlueprint, (request) => {
      const { headers } = request;
      full.push(
        request
          .clone()
          .text()
          .then((text) => keyOf(headers.get('mcp-method'), text)),
      );
    });
    const { exchanges } = await probe(target);
    const heard = new Set(await Promise.all(full));
    const isFull = (name: ProbeName) => {
      const { headers, body } = exchanges[name]?.sent ?? {};
      return heard.has(keyOf(headers?.['mcp-method'], body));
    };
    const everyday = ['list', 'listAgain', 'listLegacy', 'argumentsWrong', 'callRight'] as const;
    expect(everyday.filter((name) => exchanges[name]?.got?.status !== 200)).toEqual([]);
    expect(everyday.filter(isFull)).toEqual([]);
    const others = ['discover', 'initialize', 'toolUnknown'] as const;
    expect(others.filter(isFull)).toEqual(others);
  });

  test('keeps the caller’s credentials out of the evidence', async () => {
    const server = await probe(soundServer());
    expect(server.era).toBe('both');
    expect(JSON.stringify(server)).not.toContain('Bearer right');
  });

  test('asks for metadata at the server’s own host only', async () => {
    const asked: string[] = [];
    const fetch = async (request: Request): Promise<Response> => {
      asked.push(new URL(request.url).host);
      const challenge = 'Bearer resource_metadata="https://other.example.com/metadata"';
      return new Response(null, { status: 401, headers: { 'www-authenticate': challenge } });
    };
    await probe({ fetch, url: SERVER_URL });
    expect(new Set(asked)).toEqual(new Set(['mcp.example.com']));
  });
});

describe('a trial of outbound requests', () => {
  test('follows the blueprint’s own policies', async () => {
    const { policies } = soundBlueprint;
    const once = { ...policies, retries: { attempts: 1, baseDelayMs: 250, maxDelayMs: 1_000 } };
    const [twice, never] = await Promise.all([
      probeUpstream(soundBlueprint),
      probeUpstream({ ...soundBlueprint, policies: once }),
    ]);
    expect(twice?.read.requests).toHaveLength(3);
    expect(never?.read.requests).toHaveLength(1);
  });

  test('shows that credentials are sent, and none come back', async () => {
    const evidence = await probeUpstream(soundBlueprint);
    expect(evidence?.echo).toMatchObject({ credentials: true, leaks: 0 });
    expect(evidence?.echo.seen).toContain('[redacted]');
  });

  test('tries every scheme, those of single operations too', async () => {
    const upstreams = soundBlueprint.upstreams.map((upstream) => ({ ...upstream, security: [] }));
    const evidence = await probeUpstream({ ...soundBlueprint, upstreams });
    expect(evidence?.echo).toMatchObject({ credentials: true, leaks: 0 });
  });

  test('tries each API, and detects user name and password in base64', async () => {
    const [first] = soundBlueprint.upstreams;
    const basic = {
      id: 'basic',
      kind: 'basic' as const,
      usernameSecret: 'USER_NAME',
      passwordSecret: 'PASSWORD',
    };
    const upstreams = [
      { ...first!, auth: [], security: [] },
      { ...first!, id: 'shop', auth: [basic], security: [] },
      { ...first!, id: 'club', auth: [{ ...basic, id: 'other' }, ...first!.auth], security: [] },
    ];
    const evidence = await probeUpstream({ ...soundBlueprint, upstreams });
    expect(evidence?.echo).toMatchObject({ credentials: true, leaks: 0 });
    expect(evidence?.echo.requests).toHaveLength(4);
    expect(evidence?.echo.seen).toContain('[redacted]');
    expect(evidence).toMatchObject({ upstream: 'library', echoed: ['shop', 'club'] });
  });

  test.each([
    ['headers', HAWK],
    ['the query', BINANCE],
    ['a key in base64', KRAKEN],
    ['the body', CLOUDINARY],
    ['AWS', AWS],
    ['a private key', { ...HAWK, algorithm: 'ECDSA-P-256' as const }],
    ['a private key of RSA', { ...HAWK, algorithm: 'RSA-SHA-256' as const }],
  ])('tries requests that are signed: %s', async (_, scheme) => {
    const upstreams = soundBlueprint.upstreams.map((upstream) => ({
      ...upstream,
      auth: [scheme],
      security: [[scheme.id]],
    }));
    const evidence = await probeUpstream({ ...soundBlueprint, upstreams });
    expect(evidence?.echo).toMatchObject({ credentials: true, leaks: 0 });
    expect(evidence?.echo.seen).toContain('[redacted]');
    expect(evidence?.write.requests).toHaveLength(1);
    expect(evidence?.moved).toMatchObject({ outcome: 'redirected' });
  });

  test('has nothing to try if no API is called', async () => {
    expect(await probeUpstream({ ...soundBlueprint, upstreams: [] })).toBeNull();
  });
});
