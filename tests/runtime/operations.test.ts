import { get } from 'node:http';

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import type { UpstreamFetch, UpstreamOutcome } from '#app/runtime/tool-context.ts';
import { measureCall } from '#app/runtime/tools/measure-call.ts';
import { createToolMetrics } from '#app/runtime/tools/metrics.ts';
import type { ToolObservation } from '#app/runtime/tools/metrics.ts';
import { createUpstreamGates } from '#app/runtime/upstream/upstream-gates.ts';

import { startFireUpstream } from '../fakes/fire-upstream.ts';
import type { FireUpstream } from '../fakes/fire-upstream.ts';
import { connectClient } from '../setup/connect-client.ts';
import { startInWorkerd, startOnNode } from '../setup/exported-server.ts';
import type { ExportedProcess, ExportedServer } from '../setup/exported-server.ts';
import { fireBlueprint } from './fire-blueprint.ts';

const START_MS = 60_000;

vi.setConfig({ testTimeout: 20_000 });
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

const call = (client: Client, name: string) => client.callTool({ name, arguments: {} });

describe('the metrics of tools', () => {
  const calls = [
    { tool: 'a', isError: false, milliseconds: 3, retries: 0, bytes: 10 },
    { tool: 'a', isError: true, milliseconds: 40_000, retries: 2, bytes: 0 },
    { tool: 'a', isError: false, milliseconds: 25, retries: 1, bytes: 5 },
    { tool: 'we"ird\\\n', isError: false, milliseconds: 1, retries: 0, bytes: 0 },
  ];

  test('add up by tool, in the format of Prometheus', () => {
    const metrics = createToolMetrics();
    for (const one of calls) metrics.observe(one);
    const text = metrics.toText();
    const lines = text.split('\n');
    expect(text.endsWith('\n')).toBe(true);
    for (const line of [
      '# TYPE mcp_tool_calls_total counter',
      'mcp_tool_calls_total{tool="a",outcome="ok"} 2',
      'mcp_tool_calls_total{tool="a",outcome="error"} 1',
      '# TYPE mcp_tool_call_duration_seconds histogram',
      'mcp_tool_call_duration_seconds_bucket{tool="a",le="0.005"} 1',
      'mcp_tool_call_duration_seconds_bucket{tool="a",le="0.01"} 1',
      'mcp_tool_call_duration_seconds_bucket{tool="a",le="0.025"} 2',
      'mcp_tool_call_duration_seconds_bucket{tool="a",le="30"} 2',
      'mcp_tool_call_duration_seconds_bucket{tool="a",le="+Inf"} 3',
      'mcp_tool_call_duration_seconds_sum{tool="a"} 40.028',
      'mcp_tool_call_duration_seconds_count{tool="a"} 3',
      'mcp_tool_upstream_retries_total{tool="a"} 3',
      'mcp_tool_upstream_bytes_total{tool="a"} 15',
      'mcp_tool_calls_total{tool="we\\"ird\\\\\\n",outcome="ok"} 1',
    ]) {
      expect(lines).toContain(line);
    }
    // Each line is a comment or one sample, whatever a tool is called.
    const sample = /^(?:# (?:HELP|TYPE) .+|\w+\{(?:\w+="(?:[^"\\\n]|\\.)*",?)+\} [\d.]+)?$/;
    for (const line of lines) expect(line).toMatch(sample);
  });

  test('combine all attempts of a call', async () => {
    const body = new Uint8Array(7);
    const outcomes: UpstreamOutcome[] = [
      { ok: true, response: { status: 200, headers: [], body }, attempts: 3 },
      { ok: false, reason: 'unreachable', message: 'Gone.', attempts: 2 },
      { ok: true, response: { status: 200, headers: [], body } },
    ];
    const send: UpstreamFetch = async () => {
      const outcome = outcomes.shift();
      if (outcome === undefined) throw new Error('nothing is left');
      return outcome;
    };
    const request = { method: 'GET', path: '/', headers: [] };
    const observed: ToolObservation[] = [];
    const result = await measureCall(
      { name: 'a', arguments: {} },
      send,
      async (counting) => {
        for (let count = 0; count < 3; count += 1) await counting('api', request);
        return { content: [], isError: true };
      },
      (observation) => observed.push(observation),
    );
    expect(result.isError).toBe(true);
    const milliseconds: unknown = expect.any(Number);
    expect(observed).toEqual([{ tool: 'a', isError: true, milliseconds, retries: 3, bytes: 14 }]);
  });

  test('count a call that failed without a result', async () => {
    const metrics = createToolMetrics();
    const send: UpstreamFetch = async () => ({ ok: false, reason: 'refused', message: 'No.' });
    const fail = async () => {
      throw new Error('a fault of ours');
    };
    const measured = measureCall({ name: 'a', arguments: {} }, send, fail, metrics.observe);
    await expect(measured).rejects.toThrow('a fault of ours');
    expect(metrics.toText()).toContain('mcp_tool_calls_total{tool="a",outcome="error"} 1\n');
  });

  test('say which upstream is paused', () => {
    const gates = createUpstreamGates({});
    gates.of('api');
    expect(createToolMetrics().toText(gates)).toContain(
      'mcp_upstream_state{upstream="api",state="closed"} 1\n',
    );
  });
});

const hosts = [
  ['Node', startOnNode],
  ['workerd', startInWorkerd],
] as const;

describe.each(hosts)('an exported server on %s', (_, start) => {
  let fire: FireUpstream;
  let server: ExportedServer;

  beforeAll(async () => {
    fire = await startFireUpstream();
    server = await start(fireBlueprint(), {
      UPSTREAM_BASE_URL: fire.url,
      MCP_TOKEN: 'the-right-token',
      METRICS: 'on',
    });
  }, START_MS);

  afterAll(async () => {
    await server.stop();
    await fire.close();
  });

  test('shows metrics to callers with its token', async () => {
    const authorization = 'Bearer the-right-token';
    const client = await connectClient(server.url, 'modern', { authorization });
    await call(client, 'get_right');
    await call(client, 'get_flaky');
    await call(client, 'get_down');
    const metrics = new URL('/metrics', server.url);
    expect((await fetch(metrics)).status).toBe(401);
    const response = await fetch(metrics, { headers: { authorization } });
    expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
    const lines = (await response.text()).split('\n');
    expect(lines).toContain('mcp_tool_calls_total{tool="get_right",outcome="ok"} 1');
    expect(lines).toContain('mcp_tool_calls_total{tool="get_down",outcome="error"} 1');
    expect(lines).toContain('mcp_tool_upstream_retries_total{tool="get_flaky"} 2');
    expect(lines).toContain('mcp_tool_upstream_bytes_total{tool="get_right"} 21');
    expect(lines).toContain('mcp_upstream_state{upstream="api",state="closed"} 1');
    expect(lines).toContain('mcp_upstream_requests_in_flight{upstream="api"} 0');
    await client.close();
  });

  test('shows metrics neither to a preflight nor to a page that rebinds its name', async () => {
    const metrics = new URL('/metrics', server.url);
    const authorization = 'Bearer the-right-token';
    expect((await fetch(metrics, { method: 'OPTIONS' })).status).toBe(401);
    const options = await fetch(metrics, { method: 'OPTIONS', headers: { authorization } });
    expect([options.status, options.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
    const head = await fetch(metrics, { method: 'HEAD', headers: { authorization } });
    expect([head.status, await head.text()]).toEqual([200, '']);
    const foreign = { authorization, origin: 'https://evil.example' };
    expect((await fetch(metrics, { headers: foreign })).status).toBe(403);
    const ready = await fetch(new URL('/health/ready', server.url), { headers: foreign });
    expect(await ready.json()).toEqual({ status: 'ready', version: '1.0.0' });
  });

  test('reports liveness and readiness to everyone', async () => {
    const get = async (path: string) => {
      const response = await fetch(new URL(path, server.url));
      return [response.status, await response.json()];
    };
    expect(await get('/health')).toEqual([200, { status: 'ok', version: '1.0.0' }]);
    expect(await get('/health/live')).toEqual([200, { status: 'ok', version: '1.0.0' }]);
    expect(await get('/health/ready')).toEqual([
      200,
      { status: 'ready', version: '1.0.0', upstreams: { api: 'closed' } },
    ]);
  });

  test('passes the trace of its caller on to the API', async () => {
    const client = await connectClient(server.url, 'modern', {
      authorization: 'Bearer the-right-token',
      traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      tracestate: 'vendor=1',
    });
    await call(client, 'get_right');
    const sent = fire.seen.at(-1)?.headers;
    expect(sent?.['traceparent']).toMatch(new RegExp(`^00-${TRACE}-[0-9a-f]{16}-01$`));
    expect(sent?.['traceparent']).not.toContain('00f067aa0ba902b7');
    expect(sent?.['tracestate']).toBe('vendor=1');
    await client.close();
  });
});

test('metrics are served only under the server’s host names', { timeout: START_MS }, async () => {
  const server = await startOnNode(fireBlueprint(), { METRICS: 'on' });
  const { host } = server.url;
  expect(await statusFor(new URL('/metrics', server.url), host)).toBe(200);
  expect(await statusFor(new URL('/metrics', server.url), 'evil.example')).toBe(403);
  expect(await statusFor(new URL('/health/ready', server.url), '10.0.0.7:3000')).toBe(200);
  expect(await server.stop()).toBe(0);
});

/** A client of Node's own may name any host. */
function statusFor(url: URL, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const asked = get(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('error', reject);
  });
}

test('metrics are off by default', { timeout: START_MS }, async () => {
  const server = await startOnNode(fireBlueprint(), {});
  expect((await fetch(new URL('/metrics', server.url))).status).toBe(404);
  expect(await server.stop()).toBe(0);
});

describe('the logs of an exported server', () => {
  let fire: FireUpstream;
  let server: ExportedProcess;

  beforeAll(async () => {
    fire = await startFireUpstream();
    const variables = { UPSTREAM_BASE_URL: fire.url, MCP_TOKEN: 'the-right-token' };
    server = await startOnNode(fireBlueprint(), variables);
  }, START_MS);

  afterAll(async () => {
    await server.stop();
    await fire.close();
  });

  test('identify each call by its trace, which begins here if the caller has none', async () => {
    const client = await connectClient(server.url, 'modern', {
      authorization: 'Bearer the-right-token',
    });
    await call(client, 'get_flaky');
    await client.close();
    const isCall = (line: Record<string, unknown>) => line['message'] === 'tool call';
    await expect.poll(() => server.logged.some(isCall)).toBe(true);
    const line = server.logged.find(isCall);
    expect(line).toEqual({
      time: expect.any(String),
      level: 'info',
      message: 'tool call',
      tool: 'get_flaky',
      isError: false,
      milliseconds: expect.any(Number),
      retries: 2,
      bytes: expect.any(Number),
      traceparent: expect.stringMatching(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/),
    });
    const trace = String(line?.['traceparent']).slice(3, 35);
    const ofTrace = () => server.logged.filter((one) => String(one['traceparent']).includes(trace));
    await expect.poll(() => ofTrace().map(({ message }) => message)).toContain('request');
    const request = ofTrace().find(({ message }) => message === 'request');
    expect(String(request?.['requestId']).replaceAll('-', '')).toBe(trace);
    expect(fire.seen.at(-1)?.headers['traceparent']).toContain(trace);
  });

  test('begin a trace also if the given one is invalid', async () => {
    const authorization = 'Bearer the-right-token';
    const client = await connectClient(server.url, 'modern', {
      authorization,
      traceparent: 'not-a-trace',
    });
    const before = fire.seen.length;
    await call(client, 'get_right');
    await client.close();
    const begun = /^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/;
    expect(fire.seen[before]?.headers['traceparent']).toMatch(begun);
    expect(JSON.stringify(server.logged)).not.toContain('not-a-trace');
  });

  test('contain neither the token nor arguments and results', () => {
    const text = JSON.stringify(server.logged);
    expect(text).toContain('tool call');
    expect(text).not.toContain('the-right-token');
    expect(text).not.toContain('Rex');
  });
});

describe('a stopping server', () => {
  test('finishes the running call before it ends', { timeout: START_MS }, async () => {
    const fire = await startFireUpstream();
    const server = await startOnNode(fireBlueprint(), { UPSTREAM_BASE_URL: fire.url });
    const client = await connectClient(server.url, 'modern');
    const pending = call(client, 'get_held');
    await expect.poll(() => fire.count('/held')).toBe(1);
    const stopped = server.stop();
    await expect.poll(() => server.logged.map(({ message }) => message)).toContain('Stopping.');
    await expect(fetch(new URL('/health', server.url))).rejects.toThrow();
    expect(server.child.exitCode).toBeNull();
    fire.release();
    expect((await pending).structuredContent).toEqual({ id: 1, name: 'held' });
    expect(await stopped).toBe(0);
    await fire.close();
  });

  test(
    'is not ready at first, to give a load balancer time',
    {
      timeout: START_MS,
    },
    async () => {
      const server = await startOnNode(fireBlueprint(), { SHUTDOWN_DELAY_MS: '1500' });
      const ready = new URL('/health/ready', server.url);
      expect((await fetch(ready)).status).toBe(200);
      const stopped = server.stop();
      await expect.poll(async () => (await fetch(ready)).status).toBe(503);
      expect(await (await fetch(ready)).json()).toMatchObject({ status: 'stopping' });
      expect((await fetch(new URL('/health/live', server.url))).status).toBe(200);
      expect(await stopped).toBe(0);
    },
  );

  test('ends at once on a second signal', { timeout: START_MS }, async () => {
    const fire = await startFireUpstream();
    const server = await startOnNode(fireBlueprint(), { UPSTREAM_BASE_URL: fire.url });
    const client = await connectClient(server.url, 'modern');
    const pending = call(client, 'get_hang');
    pending.catch(() => {});
    await expect.poll(() => fire.count('/hang')).toBe(1);
    const stopped = server.stop();
    await expect.poll(() => server.logged.map(({ message }) => message)).toContain('Stopping.');
    server.child.kill('SIGTERM');
    expect(await stopped).toBe(1);
    await expect(pending).rejects.toThrow();
    await fire.close();
  });
});
