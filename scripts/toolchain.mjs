import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root folder of the project. */
export const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

const BIN = path.join(ROOT, 'node_modules', '.bin');
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Path of Chromium for the browser tests; Debian's unless the environment names another. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? '/usr/bin/chromium';

/** Version of Node required by the project's `node` package. */
export function wantedNode() {
  const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  return `v${JSON.parse(text).devDependencies.node}`;
}

/** Installed version of Node, or null. */
export function installedNode() {
  const node = path.join(BIN, 'node');
  if (!existsSync(node)) return null;
  const { status, stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : null;
}

/** Environment that runs every tool on the project's Node, offline. */
export function toolEnvironment(extra = {}) {
  return {
    ...process.env,
    CLOUDFLARE_CF_FETCH_ENABLED: 'false',
    WRANGLER_SEND_METRICS: 'false',
    WRANGLER_LOG_PATH: path.join(ROOT, '.wrangler', 'logs'),
    // Otherwise wrangler's and Playwright's children inherit the parent's colour and inspector settings.
    NO_COLOR: '1',
    FORCE_COLOR: undefined,
    ...extra,
    PATH: [BIN, ...otherPath()].join(path.delimiter),
  };
}

/** The PATH without the packages' own commands: npm must not run on the Node that it replaces. */
export function outerEnvironment() {
  return { ...process.env, PATH: otherPath().join(path.delimiter) };
}

function otherPath() {
  const entries = (process.env.PATH ?? '').split(path.delimiter);
  return entries.filter((entry) => !entry.endsWith(path.join('node_modules', '.bin')));
}

/**
 * Starts a command of the project in a process group of its own, which ends with this process.
 * @param tool name of a command in node_modules/.bin
 */
export function startTool(tool, args, { env, ...options } = {}) {
  const child = spawn(path.join(BIN, tool), args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    detached: true,
    ...options,
    env: toolEnvironment(env),
  });
  const pass = (signal) => endTool(child, signal);
  const kill = () => endTool(child, 'SIGKILL');
  for (const signal of SIGNALS) process.on(signal, pass);
  process.once('exit', kill);
  child.once('close', () => {
    for (const signal of SIGNALS) process.off(signal, pass);
    process.off('exit', kill);
  });
  return child;
}

/** Sends a signal to a started command and all its children. */
export function endTool(child, signal = 'SIGTERM') {
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // The group has no processes left.
    if (error.code !== 'ESRCH') throw error;
  }
}

/**
 * Runs a command of the project to its end.
 * @param options `show`: prints its output; `timeoutMs`: time limit
 * @returns {Promise<{code: number, output: string}>} code 1 if a signal ended it; output is empty if it was
 * printed
 */
export function runTool(tool, args, { show = false, env = {}, timeoutMs } = {}) {
  const stdio = ['ignore', ...(show ? ['inherit', 'inherit'] : ['pipe', 'pipe'])];
  const child = startTool(tool, args, { stdio, env });
  const timer = timeoutMs && setTimeout(() => endTool(child, 'SIGKILL'), timeoutMs);
  let output = '';
  child.stdout?.on('data', (chunk) => (output += chunk));
  child.stderr?.on('data', (chunk) => (output += chunk));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      clearTimeout(timer);
      resolve({ code: code ?? 1, output });
    });
  });
}
