import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { afterEach, expect, test } from 'vitest';
import * as z from 'zod';

import { findEmulatorMarks } from '../../scripts/built-files.mjs';
import { readEmulatorHost } from '../setup/auth-emulator.ts';
import { GITHUB_EMULATOR_HOST, STRIPE_EMULATOR_HOST } from '../setup/emulator-hosts.ts';
import { findFreePort } from '../setup/free-port.ts';
import { bearer, connectDraft, DraftAnswer, makeDraft } from '../setup/make-draft.ts';

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

/** Signs up at an emulator and asks for the mail that verifies the address. */
async function askForMail(emulator: string): Promise<void> {
  const ask = async (action: string, body: object) => {
    const url = `${emulator}/identitytoolkit.googleapis.com/v1/accounts:${action}?key=any`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    expect(response.status).toBe(200);
    return z.looseObject({ idToken: z.string().optional() }).parse(await response.json());
  };
  const account = { email: 'new@example.com', password: 'secret word', returnSecureToken: true };
  const { idToken } = await ask('signUp', account);
  await ask('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
}

test('npm start says when pages and sign-in answer, shows mails, and ends with its signal', async () => {
  // The host of the emulator is part of the build: that of the tests is made once.
  const [port, authPort] = [await findFreePort(), Number(readEmulatorHost().split(':')[1])];
  const [page, emulator] = [`http://localhost:${port}`, `http://localhost:${authPort}`];
  const state = await mkdtemp(path.join(tmpdir(), 'state-'));
  const command = node('scripts/start.mjs', [], {
    PORT: String(port),
    FIREBASE_AUTH_EMULATOR_HOST: `localhost:${authPort}`,
    STRIPE_EMULATOR_HOST,
    GITHUB_EMULATOR_HOST,
    STATE_FOLDER: state,
  });
  await until(() => command.output().includes('Sign-in is ready'), command);
  expect(command.output()).toMatch(
    new RegExp(`^(Building the app …\n)?Ready: ${page}\nSign-in is ready too\\. .*\n$`),
  );
  for (const address of [`${page}/api/health`, `${page}/`, emulator]) {
    expect(await answers(address), address).toBe(true);
  }
  await askForMail(emulator);
  const mail = `To verify the email address new@example.com, follow this link: ${emulator}/`;
  await until(() => command.output().includes(mail), command);
  command.child.kill('SIGTERM');
  await command.ended;
  expect(command.output()).not.toContain('ended');
  expect(await answers(`${page}/api/health`)).toBe(false);
  expect(await answers(emulator)).toBe(false);
  await rm(state, { recursive: true, force: true });
  // It may have to build the app first.
}, 480_000);

/** Processes of a name among the descendants of a process. */
function findDescendants(root: number, name: RegExp): number[] {
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,comm='], { encoding: 'utf8' });
  const rows = lines.split('\n').map((line) => line.trim().split(/\s+/));
  const found: number[] = [];
  const open = [root];
  for (let parent = open.pop(); parent !== undefined; parent = open.pop()) {
    for (const [pid, above, command = ''] of rows) {
      if (Number(above) !== parent) continue;
      open.push(Number(pid));
      if (name.test(command)) found.push(Number(pid));
    }
  }
  return found;
}

test('a server that hangs is started again with what it had stored', async () => {
  const [port, authPort] = [await findFreePort(), Number(readEmulatorHost().split(':')[1])];
  const page = `http://localhost:${port}`;
  const state = await mkdtemp(path.join(tmpdir(), 'state-'));
  const command = node('scripts/start.mjs', [], {
    PORT: String(port),
    FIREBASE_AUTH_EMULATOR_HOST: `localhost:${authPort}`,
    STRIPE_EMULATOR_HOST,
    GITHUB_EMULATOR_HOST,
    STATE_FOLDER: state,
    WATCHDOG_SECONDS: '3',
  });
  await until(() => command.output().includes('Sign-in is ready'), command);
  const body = readFileSync('tests/specs/petstore-3.0.json');
  const made = await fetch(`${page}/api/drafts`, { method: 'POST', body });
  const { id, token = '', revision } = DraftAnswer.parse(await made.json());
  // As an endless loop looks from outside, wherever it comes from.
  for (const pid of findDescendants(command.child.pid!, /workerd/)) process.kill(pid, 'SIGSTOP');
  await until(() => command.output().includes('Ready again'), command);
  expect(command.output()).toContain('The server did not answer for 3 s.');
  const kept = await fetch(`${page}/api/drafts/${id}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(kept.status).toBe(200);
  expect(await kept.json()).toMatchObject({ revision });
  command.child.kill('SIGTERM');
  await command.ended;
  await rm(state, { recursive: true, force: true });
}, 480_000);

/** A number of so many digits that printing it takes longer than anybody waits, without a loop. */
const ENDLESS = 'export default () => (3n ** 600_000_000n).toString().length;';

test('a server that a tool keeps busy is started again, and the tool and its draft are named', async () => {
  const [port, authPort] = [await findFreePort(), Number(readEmulatorHost().split(':')[1])];
  const page = `http://localhost:${port}`;
  const state = await mkdtemp(path.join(tmpdir(), 'state-'));
  const command = node('scripts/start.mjs', [], {
    PORT: String(port),
    FIREBASE_AUTH_EMULATOR_HOST: `localhost:${authPort}`,
    STRIPE_EMULATOR_HOST,
    GITHUB_EMULATOR_HOST,
    STATE_FOLDER: state,
    WATCHDOG_SECONDS: '3',
  });
  await until(() => command.output().includes('Sign-in is ready'), command);
  const draft = await makeDraft(page, readFileSync('tests/specs/petstore-3.0.json', 'utf8'));
  const action = { kind: 'code', source: ENDLESS };
  const tool = { name: 'count_digits', enabled: true, inputSchema: { type: 'object' }, action };
  const edited = await fetch(`${page}/api/drafts/${draft.id}`, {
    method: 'PATCH',
    headers: { ...bearer(draft.token), 'content-type': 'application/json', 'if-match': '"1"' },
    body: JSON.stringify({ edits: [{ edit: 'upsertTool', tool }] }),
  });
  expect(edited.status, await edited.text()).toBe(200);
  const client = await connectDraft(draft, 'modern');
  const lost = client.callTool({ name: 'count_digits', arguments: {} }).catch(() => null);
  await until(() => command.output().includes('Ready again'), command);
  expect(command.output()).toContain(`the tool "count_digits" of draft ${draft.id}`);
  await lost;
  command.child.kill('SIGTERM');
  await command.ended;
  await rm(state, { recursive: true, force: true });
}, 480_000);

test('a port of sign-in that is taken, or none, is told in one sentence', async () => {
  const port = await findFreePort();
  const [authPort, env] = [await findFreePort(), { PORT: String(port) }];
  const other = createServer((socket) => socket.end('no HTTP'));
  await new Promise<void>((resolve) => other.listen(authPort, 'localhost', resolve));
  const FIREBASE_AUTH_EMULATOR_HOST = `localhost:${authPort}`;
  const taken = node('scripts/start.mjs', [], { ...env, FIREBASE_AUTH_EMULATOR_HOST });
  expect(await taken.ended).toBe(1);
  expect(taken.output().trim().split('\n')).toEqual([
    expect.stringContaining(`Port ${authPort} is taken`),
  ]);
  other.close();
  const elsewhere = { ...env, FIREBASE_AUTH_EMULATOR_HOST: '127.0.0.1:9099' };
  const wrong = node('scripts/start.mjs', [], elsewhere);
  expect(await wrong.ended).toBe(1);
  expect(wrong.output()).toContain('FIREBASE_AUTH_EMULATOR_HOST must be localhost:<port>');
});

test('a port that is taken, or none, is told in one sentence', async () => {
  const other = createServer();
  const port = await findFreePort();
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
  const port = await findFreePort();
  const state = await mkdtemp(path.join(tmpdir(), 'wrangler-'));
  const wrangler = (...args: string[]) =>
    start('node_modules/.bin/wrangler', [...args, '--persist-to', state], {
      CLOUDFLARE_CF_FETCH_ENABLED: 'false',
      WRANGLER_SEND_METRICS: 'false',
    });
  const migration = wrangler('d1', 'migrations', 'apply', 'DB', '--local');
  expect(await migration.ended, migration.output()).toBe(0);
  const command = wrangler('dev', '--port', String(port), '--show-interactive-dev-session=false');
  await until(() => answers(`http://localhost:${port}/api/health`), command);
  const html = await (await fetch(`http://localhost:${port}/`)).text();
  expect(html).toContain('Build Production-Ready MCP, Not a Demo');
  command.child.kill('SIGTERM');
  await command.ended;
  await rm(state, { recursive: true, force: true });
});

test('a dry run of the deployment names every binding', async () => {
  const command = node('scripts/deploy.mjs', ['--dry-run']);
  expect(await command.ended, command.output()).toBe(0);
  const config = readFileSync('wrangler.toml', 'utf8');
  const bindings = [...config.matchAll(/^(?:binding|name) = "([A-Z_]+)"/gm)].map(
    ([, name]) => name!,
  );
  expect(bindings.length).toBeGreaterThan(4);
  for (const binding of bindings) expect(command.output()).toContain(`env.${binding}`);
});

test('a build for the emulator is never what is deployed', async () => {
  const redirect = '.wrangler/deploy/config.json';
  const production = readFileSync(redirect, 'utf8');
  // The build for tests was the last one.
  expect(production).toContain('"../../build/server/wrangler.json"');
  expect(findEmulatorMarks('production')).toEqual([]);
  expect(findEmulatorMarks('emulator').length).toBeGreaterThan(4);
  writeFileSync(redirect, production.replace('build/server', 'build-emulator/server'));
  try {
    const command = node('scripts/deploy.mjs', ['--dry-run']);
    expect(await command.ended).toBe(1);
    expect(command.output()).toContain('is not a production build');
  } finally {
    writeFileSync(redirect, production);
  }
});

test('a deployment with placeholder ids stops before it reaches Cloudflare', async () => {
  const command = node('scripts/deploy.mjs');
  expect(await command.ended).toBe(1);
  expect(command.output()).toContain('wrangler.toml still has placeholder ids');
});

test('an unknown part of the tests is named, with the parts that exist', async () => {
  const command = node('scripts/test.mjs', ['everything']);
  expect(await command.ended).toBe(1);
  expect(command.output()).toContain('check, node, screens, workerd, journeys, browser');
});

test('continuous integration runs the same command', () => {
  expect(readFileSync('.ci/run', 'utf8')).toMatch(/^exec npm test$/m);
});
