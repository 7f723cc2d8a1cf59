import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { endTool, ROOT, startTool } from './toolchain.mjs';

const PATIENCE_MS = 60_000;

/**
 * Starts an emulator of another company's service as a process: `node <script> <port> <state> <more…>`, which says
 * when it is ready.
 * @param {{ name: string, variable: string, host: string, script: string, state: string, more: string[] }} options
 * `variable`: the one that moves it to another `host`
 * @returns {Promise<{ended: Promise<string | null>, stop: () => void}>} `ended`: its output when it ended by itself,
 * or null when a signal ended it
 * @throws Error with one sentence for the user
 */
export async function startEmulator({ name, variable, host, script, state, more }) {
  const port = host.slice(host.indexOf(':') + 1);
  const child = startTool('node', [script, port, state, ...more], {
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let errors = '';
  let isReady = false;
  let isRunning = true;
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.stdout.on('data', () => (isReady = true));
  const ended = new Promise((resolve) =>
    child.once('close', (code, signal) => {
      isRunning = false;
      // It ends in order where a signal reaches it, or its starter is gone.
      resolve(signal || code === 0 ? null : errors.trim());
    }),
  );
  const deadline = Date.now() + PATIENCE_MS;
  while (!isReady) {
    if (!isRunning) throw new Error(explain(await ended, { name, variable, port, state }));
    if (Date.now() > deadline) {
      endTool(child);
      throw new Error(`The emulator of ${name} did not answer.`);
    }
    await wait(20);
  }
  return { ended, stop: () => endTool(child) };
}

function explain(output, { name, variable, port, state }) {
  if (/EADDRINUSE/.test(output)) {
    return (
      `Port ${port} is taken, which the emulator of ${name} needs: stop what listens there, ` +
      `or set ${variable}=localhost:${Number(port) + 1}.`
    );
  }
  if (/Cannot restore/.test(output)) {
    return `The emulator of ${name} cannot read ${path.relative(ROOT, state)}, which another version has written: delete the file.`;
  }
  return `The emulator of ${name} ended: ${output}`;
}
