// Applies the database's migrations, starts everything, and says when it answers.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';

import { startAuthEmulator } from './auth-emulator.mjs';
import { emulatorHost } from './emulator-host.mjs';
import { endTool, ROOT, runTool, startTool } from './toolchain.mjs';

const DEFAULT_PORT = 5173;
const POLL_MS = 200;
/** A first start bundles the dependencies; on a busy machine that takes most of a minute. */
const PATIENCE_MS = 180_000;

/** @returns {never} */
function fail(sentence, output = '') {
  if (output) console.error(output.trimEnd());
  console.error(sentence);
  process.exit(1);
}

function readPort() {
  const text = process.env.PORT || String(DEFAULT_PORT);
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  return fail(`PORT must be a number from 1 to 65535, not "${text}".`);
}

/** Whether nobody listens there yet. */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
}

async function migrate() {
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '--config', 'wrangler.toml'];
  const { code, output } = await runTool('wrangler', args, { env: { CI: '1' } });
  if (code !== 0) fail('The database could not be brought up to date.', output);
}

/** Starts the dev server; what it says before it answers is kept for the case that it fails. */
function startServer(port) {
  const args = ['dev', '--port', String(port), '--strictPort', '--host', 'localhost'];
  const child = startTool('react-router', args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const server = { child, isRunning: true, early: '', isReady: false };
  const listen = (stream, out) =>
    stream.on('data', (chunk) => {
      if (server.isReady) out.write(chunk);
      else server.early += chunk;
    });
  listen(child.stdout, process.stdout);
  listen(child.stderr, process.stderr);
  child.once('close', (code, signal) => {
    server.isRunning = false;
    if (server.isReady || signal) process.exit(code ?? 0);
  });
  return server;
}

async function answers(url) {
  try {
    return (await fetch(`${url}/api/health`, { signal: AbortSignal.timeout(10_000) })).ok;
  } catch {
    return false;
  }
}

/** The emulator of sign-in, whose mails are shown instead of sent. */
async function startSignIn() {
  const variables = parseEnv(readFileSync(path.join(ROOT, '.dev.vars'), 'utf8'));
  const project = variables.FIREBASE_PROJECT_ID || 'demo-mcp';
  if (!project.startsWith('demo-')) {
    fail(
      `FIREBASE_PROJECT_ID in .dev.vars must begin with demo-, not "${project}": sign-in is local.`,
    );
  }
  try {
    const host = emulatorHost('development');
    const emulator = await startAuthEmulator({ host, project, onMail: console.log });
    void emulator.ended?.then((output) => {
      if (output !== null) fail('The sign-in emulator ended.', output);
    });
  } catch (error) {
    fail(error.message);
  }
}

const port = readPort();
if (!(await isFree(port))) {
  fail(`Port ${port} is taken: stop what listens there, or start with PORT=${port + 1} npm start.`);
}
const signIn = startSignIn();
await migrate();
const server = startServer(port);
const url = `http://localhost:${port}`;
const deadline = Date.now() + PATIENCE_MS;
while (!(await answers(url))) {
  if (!server.isRunning) fail('The server ended before it answered.', server.early);
  if (Date.now() > deadline) {
    endTool(server.child);
    fail('The server did not answer in three minutes.', server.early);
  }
  await wait(POLL_MS);
}
await signIn;
server.isReady = true;
console.log(`Ready: ${url}`);
console.log(
  'Sign-in sends no mail here: its links are shown below. Accounts live until this ends.',
);
