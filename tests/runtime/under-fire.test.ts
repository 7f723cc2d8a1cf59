import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { startFireUpstream } from '../fakes/fire-upstream.ts';
import type { FireUpstream } from '../fakes/fire-upstream.ts';
import { connectClient, ERAS } from '../setup/connect-client.ts';
import { startInWorkerd, startOnNode } from '../setup/exported-server.ts';
import type { ExportedServer } from '../setup/exported-server.ts';
import { fireBlueprint } from './fire-blueprint.ts';

const START_MS = 60_000;

vi.setConfig({ testTimeout: 20_000 });

interface Result {
  text: string;
  isError: boolean;
  value: unknown;
}

async function call(client: Client, name: string): Promise<Result> {
  const result = await client.callTool({ name, arguments: {} });
  const text = result.content.map((one) => (one.type === 'text' ? one.text : one.type)).join('\n');
  return { text, isError: result.isError === true, value: result.structuredContent };
}

const hosts = [
  ['Node', startOnNode],
  ['workerd', startInWorkerd],
] as const;

describe.each(hosts)('an exported server on %s', (_, start) => {
  let fire: FireUpstream;
  let server: ExportedServer;
  let client: Client;

  beforeAll(async () => {
    fire = await startFireUpstream();
    server = await start(fireBlueprint(), { UPSTREAM_BASE_URL: fire.url });
    client = await connectClient(server.url, 'modern');
    await client.listTools();
  }, START_MS);

  afterAll(async () => {
    await client.close();
    await server.stop();
    await fire.close();
  });

  test('times out on an upstream that hangs, before or during its response', async () => {
    const [silent, half] = await Promise.all([
      call(client, 'get_hang'),
      call(client, 'get_hang-body'),
    ]);
    for (const { text, isError } of [silent, half]) {
      expect(isError).toBe(true);
      expect(text).toMatch(/did not answer in time\..*Try again later/);
    }
    await Promise.all([fire.abandoned('/hang'), fire.abandoned('/hang-body')]);
    expect([fire.count('/hang'), fire.count('/hang-body')]).toEqual([1, 1]);
  });

  test('retries after a reset, and reports the final failure', async () => {
    expect(await call(client, 'get_reset-twice')).toMatchObject({
      isError: false,
      value: { id: 7 },
    });
    expect(fire.count('/reset-twice')).toBeGreaterThanOrEqual(3);
    const { text, isError } = await call(client, 'get_reset');
    expect(isError).toBe(true);
    expect(text).toMatch(/could not be reached.*It was tried 3 times\./);
  });

  test('sends requests that may have taken effect only once', async () => {
    expect((await call(client, 'post_down')).text).toContain('503 Service Unavailable');
    expect(fire.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });

  test('treats a response shorter than announced as truncated', async () => {
    const { text, isError } = await call(client, 'get_short');
    expect(isError).toBe(true);
    expect(text).toMatch(/broke off its response.*It was tried 3 times\./);
  });

  test('reads no more than the announced length', async () => {
    const { value } = await call(client, 'get_long');
    expect(value).toEqual({ id: 7, name: 'Rex' });
  });

  test('reads a slow response, and reports progress', async () => {
    const steps: { progress: number; total?: number | undefined }[] = [];
    const result = await client.callTool(
      { name: 'get_drip', arguments: {} },
      { onprogress: (step) => steps.push(step) },
    );
    expect(result.structuredContent).toMatchObject({ id: 7 });
    expect(steps).toContainEqual({
      progress: expect.any(Number),
      total: expect.any(Number),
      message: expect.stringMatching(/^Received \d+ of \d+ bytes/),
    });
    const values = steps.map(({ progress }) => progress);
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  });

  test('stops a flood at the limit', async () => {
    const { text, isError } = await call(client, 'get_flood');
    expect(isError).toBe(true);
    expect(text).toContain('exceeds the limit of 100000 bytes');
    await fire.abandoned('/flood');
  });

  test('believes the bytes, not the type', async () => {
    expect((await call(client, 'get_json-as-page')).value).toEqual({ id: 7, name: 'Rex' });
    const { text } = await call(client, 'get_page-as-json');
    expect(text).toContain('called this application/json, but it is an HTML page');
  });

  test('delivers a response that violates its schema, as an error that says so', async () => {
    const { text, isError, value } = await call(client, 'get_other-schema');
    expect(value).toEqual({ id: 'seven', tail: true });
    expect(isError).toBe(true);
    expect(text).toContain('{"id":"seven","tail":true}');
    expect(text).toContain('it differs from what this tool declares');
  });

  test.each(['get_busy-seconds', 'get_busy-date'])('waits as %s asks', async (name) => {
    expect(await call(client, name)).toMatchObject({ isError: false, value: { id: 7 } });
    expect(fire.count(`/${name.slice(4)}`)).toBe(2);
  });

  test('leaves longer waits to the caller', async () => {
    const { text } = await call(client, 'get_busy-long');
    expect(text).toContain('429 Too Many Requests');
    expect(text).toContain('Wait 3600 seconds.');
    expect(fire.count('/busy-long')).toBe(1);
  });

  test('retries what a gateway could not deliver, and reports it', async () => {
    const steps: unknown[] = [];
    const result = await client.callTool(
      { name: 'get_flaky', arguments: {} },
      { onprogress: ({ message }) => steps.push(message) },
    );
    expect(result.structuredContent).toMatchObject({ id: 7 });
    expect(fire.count('/flaky')).toBe(3);
    expect(steps).toEqual([
      expect.stringMatching(/^Attempt 2 of 3 follows in .*: status 502$/),
      expect.stringMatching(/^Attempt 3 of 3 follows in .*: status 502$/),
    ]);
  });
});

/** workerd on one's own machine hears of a client that left only when it next writes to it. */
describe('an exported server on Node', () => {
  let fire: FireUpstream;
  let server: ExportedServer;

  beforeAll(async () => {
    fire = await startFireUpstream();
    server = await startOnNode(fireBlueprint(), { UPSTREAM_BASE_URL: fire.url });
  }, START_MS);

  afterAll(async () => {
    await server.stop();
    await fire.close();
  });

  test.each(ERAS)('lets the upstream go when a client cancels (%s)', async (era) => {
    const own = await connectClient(server.url, era);
    const controller = new AbortController();
    const before = fire.count('/held');
    const pending = own.callTool(
      { name: 'get_held', arguments: {} },
      { signal: controller.signal },
    );
    pending.catch(() => {});
    await expect.poll(() => fire.count('/held')).toBe(before + 1);
    controller.abort();
    await expect(pending).rejects.toThrow();
    await own.close();
    await expect
      .poll(() => fire.seen.findLast(({ path }) => path === '/held')?.isAbandoned)
      .toBe(true);
  });
});

describe.each(hosts)('an exported server on %s with low limits', (_, start) => {
  let fire: FireUpstream;
  let server: ExportedServer;
  let client: Client;

  beforeAll(async () => {
    fire = await startFireUpstream();
    const policies = {
      retries: { attempts: 1, baseDelayMs: 0, maxDelayMs: 0 },
      breaker: { failures: 3, cooldownMs: 1_500 },
      concurrency: { atOnce: 2, waiting: 1 },
    };
    server = await start(fireBlueprint(policies), { UPSTREAM_BASE_URL: fire.url });
    client = await connectClient(server.url, 'modern');
  }, START_MS);

  afterAll(async () => {
    await client.close();
    await server.stop();
    await fire.close();
  });

  test('limits concurrent requests, and rejects those that would wait too long', async () => {
    const calls = [1, 2, 3].map(() => call(client, 'get_held'));
    await expect.poll(() => fire.count('/held')).toBe(2);
    let refused = await call(client, 'get_held');
    // The third may still be on its way here.
    if (!refused.isError) refused = await call(client, 'get_held');
    expect(refused.text).toMatch(/2 calls to .* are in progress, with 1 more waiting/);
    expect(fire.count('/held')).toBe(2);
    fire.release();
    await expect.poll(() => fire.count('/held')).toBe(3);
    fire.release();
    for (const { isError } of await Promise.all(calls)) expect(isError).toBe(false);
  });

  test('pauses calls to a failing upstream, says until when, and resumes', async () => {
    for (const _ of [1, 2, 3]) await call(client, 'get_switch');
    const { text } = await call(client, 'get_switch');
    expect(text).toMatch(/failed 3 times in a row or more.*Try again in [12] seconds?\./);
    expect(fire.count('/switch')).toBe(3);
    fire.status = 200;
    await expect
      .poll(async () => (await call(client, 'get_switch')).isError, { timeout: 5_000 })
      .toBe(false);
    expect(fire.count('/switch')).toBe(4);
  });
});
