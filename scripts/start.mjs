// Starts everything and reports when it is ready: the production build, made if necessary (`npm start`), or
// with --dev the development server with hot reload (`npm run dev`).
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseEnv } from 'node:util';

import { startAuthEmulator } from './auth-emulator.mjs';
import { isBuildFresh, makeBuild } from './built-files.mjs';
import { emulatorHost, githubEmulatorHost, stripeEmulatorHost } from './emulator-host.mjs';
import { startGithubEmulator } from './github-emulator.mjs';
import { migrateLocally, STATE_FOLDER } from './migrate-locally.mjs';
import { watchCalls } from './running-calls.mjs';
import { startStripeEmulator } from './stripe-emulator.mjs';
import { endTool, ROOT, startTool } from './toolchain.mjs';
import { findTrouble, readWatchdog } from './watchdog.mjs';

const DEFAULT_PORT = 5173;
const POLL_MS = 200;
/** The first development server bundles the dependencies, which takes a minute on a busy machine. */
const PATIENCE_MS = 180_000;

const isDevelopment = process.argv.includes('--dev');
const COMMAND = isDevelopment ? 'npm run dev' : 'npm start';

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

/** Whether a port is free. */
function isFree(port) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, 'localhost', () => probe.close(() => resolve(true)));
  });
}

/** The development server, or the build; both store data in .wrangler/state. */
function startTools(port) {
  const stdio = ['ignore', 'pipe', 'pipe'];
  if (isDevelopment) {
    const args = ['dev', '--port', String(port), '--strictPort', '--host', 'localhost'];
    return startTool('react-router', args, { stdio, env: { WATCHDOG_URL: calls.url } });
  }
  const args = ['dev', '--config', 'build-start/server/wrangler.json', '--port', String(port)];
  const files = ['--persist-to', STATE_FOLDER, '--env-file', path.join(ROOT, '.dev.vars')];
  const watched = ['--var', `WATCHDOG_URL:${calls.url}`];
  const quiet = ['--log-level', 'warn', '--show-interactive-dev-session=false'];
  return startTool('wrangler', [...args, ...files, ...watched, ...quiet], { stdio });
}

/** Starts the web server; its early output is kept in case it fails. */
function startServer(port) {
  const child = startTools(port);
  const server = { child, isRunning: true, early: '', isReady: false, isReplaced: false };
  const listen = (stream, out) =>
    stream.on('data', (chunk) => {
      if (server.isReady) out.write(chunk);
      else server.early += chunk;
    });
  listen(child.stdout, process.stdout);
  listen(child.stderr, process.stderr);
  child.once('close', (code, signal) => {
    server.isRunning = false;
    if (server.isReplaced) return;
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

const readVariables = () => parseEnv(readFileSync(path.join(ROOT, '.dev.vars'), 'utf8'));

/** Starts the sign-in emulator, whose mails are shown instead of sent; `onBegin`: its port is free. */
async function startSignIn(onBegin) {
  const project = readVariables().FIREBASE_PROJECT_ID || 'demo-mcp';
  if (!project.startsWith('demo-')) {
    fail(
      `FIREBASE_PROJECT_ID in .dev.vars must begin with demo-, not "${project}": sign-in is local.`,
    );
  }
  try {
    const host = emulatorHost('development');
    const onMail = (line) => console.log(line);
    const emulator = await startAuthEmulator({
      host,
      project,
      onBegin,
      onMail,
      isBackground: true,
    });
    void emulator.ended?.then((output) => {
      if (output !== null) fail('The sign-in emulator ended.', output);
    });
  } catch (error) {
    fail(error.message);
  }
}

/** Starts the emulator of Stripe, unless `.dev.vars` has another key than its own; `app`: hears its webhooks. */
async function startStripe(app) {
  const { STRIPE_SECRET_KEY: key = '', STRIPE_WEBHOOK_SECRET: secret = '' } = readVariables();
  try {
    const host = stripeEmulatorHost('development');
    const emulator = await startStripeEmulator({
      host,
      key,
      secret,
      app,
      stateFolder: STATE_FOLDER,
    });
    void emulator?.ended.then((output) => {
      if (output !== null) fail('The emulator of Stripe ended.', output);
    });
  } catch (error) {
    fail(error.message);
  }
}

/** Starts the emulator of GitHub, unless `.dev.vars` has another client ID than its own; `app`: hears its webhooks. */
async function startGithub(app) {
  const { GITHUB_CLIENT_ID: clientId = '', GITHUB_WEBHOOK_SECRET: secret = '' } = readVariables();
  try {
    const host = githubEmulatorHost('development');
    const emulator = await startGithubEmulator({
      host,
      clientId,
      secret,
      app,
      stateFolder: STATE_FOLDER,
    });
    void emulator?.ended.then((output) => {
      if (output !== null) fail('The emulator of GitHub ended.', output);
    });
  } catch (error) {
    fail(error.message);
  }
}

/** Starts the web server and waits until it answers. */
async function startAndWait() {
  const started = startServer(port);
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await answers(url))) {
    if (!started.isRunning) fail('The server ended before it answered.', started.early);
    if (Date.now() > deadline) {
      endTool(started.child);
      fail('The server did not answer in three minutes.', started.early);
    }
    await wait(POLL_MS);
  }
  started.isReady = true;
  return started;
}

/** Ends a server that hangs, with everything that it started, and starts it again with what it had stored. */
async function replaceServer(trouble) {
  const tools = calls.describe();
  const cause =
    tools === ''
      ? 'Most likely the code of a tool, or a document, keeps it busy'
      : `Most likely a tool keeps it busy, and these were running: ${tools}`;
  console.error(
    `The server ${trouble}. ${cause}. It is started again. What was stored is kept; requests that were open are lost.`,
  );
  calls.forget();
  const hung = server;
  hung.isReplaced = true;
  const ended = new Promise((resolve) => {
    if (hung.isRunning) hung.child.once('close', resolve);
    else resolve();
  });
  endTool(hung.child, 'SIGKILL');
  await ended;
  while (!(await isFree(port))) await wait(POLL_MS);
  server = await startAndWait();
  console.log(`Ready again: ${url}`);
}

const port = readPort();
const calls = await watchCalls();
const watchdog = readWatchdog() ?? fail('WATCHDOG_SECONDS must be a number; 0 turns it off.');
if (!(await isFree(port))) {
  fail(
    `Port ${port} is taken: stop what listens there, or start with PORT=${port + 1} ${COMMAND}.`,
  );
}
const begun = Promise.withResolvers();
const signIn = startSignIn(begun.resolve);
await begun.promise;
const url = `http://localhost:${port}`;
await Promise.all([startStripe(url), startGithub(url)]);
if (!isDevelopment) {
  if (!isBuildFresh('start')) console.log('Building the app …');
  if (!(await makeBuild('start', { show: false }))) fail('The app could not be built.');
}
const migrated = await migrateLocally();
if (!migrated.ok) fail('The database could not be brought up to date.', migrated.output);
let server = await startAndWait();
console.log(`Ready: ${url}`);
// The emulator starts more slowly than the pages, most of which need no sign-in.
await signIn;
console.log(
  'Sign-in is ready too. It sends no mail here: its links are shown below. Accounts live until this ends.',
);

// Nothing inside a Worker ends a loop of a tool's code here, where no CPU limit of the platform holds.
while (watchdog.silenceMs > 0) {
  await wait(watchdog.pauseMs);
  const trouble = await findTrouble(server.child, `${url}/api/health`, watchdog);
  if (trouble !== null && server.isRunning) await replaceServer(trouble);
}
