import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';

const running: ChildProcess[] = [];
afterEach(() => {
  for (const { pid } of running.splice(0)) {
    try {
      process.kill(-pid!, 'SIGKILL');
    } catch {
      // It ended by itself.
    }
  }
});

interface Command {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
}

/** Starts a command in a process group of its own, so that nothing of it outlives a test. */
function start(command: string, args: string[], env: Record<string, string> = {}): Command {
  const child = spawn(command, args, { detached: true, env: { ...process.env, ...env } });
  running.push(child);
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return { child, output: () => text, ended };
}

const node = (script: string, args: string[] = [], env: Record<string, string> = {}) =>
  start(process.execPath, [script, ...args], env);

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().listen(0, 'localhost', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(),
      );
    });
  });
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}

async function until(isTrue: () => boolean | Promise<boolean>, command: Command): Promise<void> {
  while (!(await isTrue())) {
    if (command.child.exitCode !== null) throw new Error(command.output());
    await wait(100);
  }
}

test('npm start says one line when it is ready, and ends with its signal', async () => {
  const port = await freePort();
  const command = node('scripts/start.mjs', [], { PORT: String(port) });
  await until(() => command.output().includes('\n'), command);
  expect(command.output()).toBe(`Ready: http://localhost:${port}\n`);
  expect(await answers(`http://localhost:${port}/api/health`)).toBe(true);
  expect(await answers(`http://localhost:${port}/`)).toBe(true);
  command.child.kill('SIGTERM');
  await command.ended;
  expect(await answers(`http://localhost:${port}/api/health`)).toBe(false);
}, 180_000);

test('a port that is taken, or none, is told in one sentence', async () => {
  const other = createServer();
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, 'localhost', resolve));
  const taken = node('scripts/start.mjs', [], { PORT: String(port) });
  expect(await taken.ended).toBe(1);
  expect(taken.output().trim().split('\n')).toEqual([
    expect.stringContaining(`Port ${port} is taken`),
  ]);
  other.close();
  const wrong = node('scripts/start.mjs', [], { PORT: 'many' });
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toContain('PORT must be a number');
});

test('the built Worker also runs under wrangler dev', async () => {
  const port = await freePort();
  const state = await mkdtemp(path.join(tmpdir(), 'wrangler-'));
  const args = [
    'dev',
    '--port',
    String(port),
    '--persist-to',
    state,
    '--show-interactive-dev-session=false',
  ];
  const command = start('node_modules/.bin/wrangler', args, {
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_SEND_METRICS: 'false',
  });
  await until(() => answers(`http://localhost:${port}/api/health`), command);
  const html = await (await fetch(`http://localhost:${port}/`)).text();
  expect(html).toContain('Build Production-Ready MCP, Not a Demo');
  command.child.kill('SIGTERM');
  await command.ended;
  await rm(state, { recursive: true, force: true });
}, 120_000);

test('a dry run of the deployment names every binding', async () => {
  const command = node('scripts/deploy.mjs', ['--dry-run']);
  expect(await command.ended, command.output()).toBe(0);
  const config = readFileSync('wrangler.toml', 'utf8');
  const bindings = [...config.matchAll(/^(?:binding|name) = "([A-Z_]+)"/gm)].map(
    ([, name]) => name!,
  );
  expect(bindings.length).toBeGreaterThan(4);
  for (const binding of bindings) expect(command.output()).toContain(`env.${binding}`);
}, 120_000);

test('a deployment with placeholder ids stops before it reaches Cloudflare', async () => {
  const command = node('scripts/deploy.mjs');
  expect(await command.ended).toBe(1);
  expect(command.output()).toContain('wrangler.toml still has placeholder ids');
});

test('an unknown part of the tests is named, with the parts that exist', async () => {
  const command = node('scripts/test.mjs', ['everything']);
  expect(await command.ended).toBe(1);
  expect(command.output()).toContain('check, node, workerd, journeys, browser');
});

test('continuous integration runs the same command', () => {
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^exec npm test$/m);
});
