import { createServer } from 'node:http';
import { symlinkSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

import { ROOT, runTool } from '../../scripts/toolchain.mjs';
import { buildCli, newDirectory, runCli, startCli, startServe, stop } from './run-cli.ts';

interface Judged {
  score: number | null;
  checks: { id: string; family: string; status: string }[];
}

/** An API over HTTPS, every part described: nothing of it is the server's fault. */
const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'Rooms', version: '1.0.0', description: 'Meeting rooms of one house.' },
  servers: [{ url: 'https://rooms.example.com/v1' }],
  paths: {
    '/rooms/{roomId}': {
      get: {
        operationId: 'getRoom',
        summary: 'Reads one room',
        description: 'Reads one room with its size. Use it when the number of the room is known.',
        parameters: [
          {
            name: 'roomId',
            in: 'path',
            required: true,
            description: 'Number of the room.',
            schema: { type: 'integer', minimum: 1, maximum: 999 },
          },
        ],
        responses: {
          200: {
            description: 'The room.',
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { id: { type: 'integer', description: 'Its number.' } },
                  required: ['id'],
                },
              },
            },
          },
        },
      },
    },
  },
});

beforeAll(buildCli, 60_000);

const failedOf = ({ checks }: Judged) =>
  checks.filter(({ status }) => status === 'fail').map(({ id }) => id);

test('a compliant server passes, and its report is the output', async () => {
  const document = join(newDirectory(), 'rooms.json');
  writeFileSync(document, DOCUMENT);
  const variables = { MCP_TOKEN: 'a-token-of-the-test-that-is-long' };
  const { url, process: server } = await startServe([document, '--mock'], variables);
  const { code, stdout } = await runCli(['check', url, '--json'], { variables });
  const text = await runCli(['check', url], { variables });
  const { score, checks } = JSON.parse(stdout) as Judged;
  expect(failedOf({ score, checks })).toEqual([]);
  expect(checks.filter(({ status }) => status === 'pass').length).toBeGreaterThan(20);
  expect(code).toBe(0);
  expect(text.code).toBe(0);
  expect(text.stdout).toMatch(/^Ready\. No check fails/);
  expect(await stop(server)).toBe(0);
});

test('a server that does not speak MCP fails, and so does an unreachable one', async () => {
  const server = createServer((_request, response) => {
    response.statusCode = 404;
    response.end('Not here.');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
  const { code, stdout } = await runCli(['check', url, '--json']);
  expect(failedOf(JSON.parse(stdout))).not.toEqual([]);
  expect(code).toBe(1);
  // Nobody reads the result: what came out of it counts all the same.
  const unread = startCli(['check', url, '--json']);
  unread.stdout?.destroy();
  expect(await new Promise((resolve) => unread.once('exit', resolve))).toBe(1);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));

  const gone = await runCli(['check', url]);
  expect(gone).toMatchObject({ code: 1, stdout: '' });
  expect(gone.stderr).toContain('cannot be reached');
});

test(
  'the server of a built project is started, judged with its blueprint and files, and ended',
  { timeout: 60_000 },
  async () => {
    const out = newDirectory();
    const generated = await runCli(['generate', '-', '--out', out], { input: DOCUMENT });
    expect(generated.code).toBe(0);
    const early = await runCli(['check', out]);
    expect(early).toMatchObject({ code: 1, stdout: '' });
    expect(early.stderr).toContain('npm run build');

    // The packages are those that the project would install: the lock holds our versions.
    symlinkSync(join(ROOT, 'node_modules'), join(out, 'node_modules'));
    const built = await runTool('tsc', ['--project', join(out, 'tsconfig.json')]);
    expect(built).toEqual({ code: 0, output: '' });
    // What whoever runs it keeps beside it is nobody's to look at.
    for (const name of ['.env', '.env.local', '.dev.vars', '.dev.vars.staging'])
      writeFileSync(join(out, name), `STRIPE_KEY=${'sk_' + 'live_'}4eC39HqLyjWDarjtT1zdp7dc\n`);
    const asked: string[] = [];
    const api = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json');
      response.end('{"id":1}');
    });
    await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
    const variables = {
      MCP_TOKEN: 'a-token-of-the-test-that-is-long',
      UPSTREAM_BASE_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}/v1`,
    };
    const { stdout, code } = await runCli(['check', out, '--json'], { variables });
    api.closeAllConnections();
    await new Promise((resolve) => api.close(resolve));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((call) => !/^GET \/v1\/rooms\/\d+$/.test(call))).toEqual([]);
    const report = JSON.parse(stdout) as Judged;
    expect(failedOf(report)).toEqual([]);
    expect(code).toBe(0);
    for (const family of ['protocol', 'transport', 'tools', 'upstream', 'security', 'ops']) {
      const passed = report.checks.filter(
        (check) => check.family === family && check.status === 'pass',
      );
      expect(passed.length, family).toBeGreaterThan(0);
    }
  },
);

test('a directory without a project is rejected', async () => {
  const { code, stdout, stderr } = await runCli(['check', newDirectory()]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('blueprint.json');
  const nowhere = await runCli(['check', 'no/such/place']);
  expect(nowhere).toMatchObject({ code: 1, stdout: '' });
});
