import { constants, setPriority } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { endTool, ROOT, startTool } from './toolchain.mjs';

const POLL_MS = 100;
/** It starts in 5 s; while the app is built, which has priority, it takes many times that. */
const PATIENCE_MS = 300_000;
const PRIORITY_LOW = constants.priority.PRIORITY_BELOW_NORMAL;
const ANY_KEY = 'key=any';

async function ask(url, body) {
  const signal = AbortSignal.timeout(10_000);
  const headers = { 'content-type': 'application/json' };
  const post = { method: 'POST', headers, body: JSON.stringify(body) };
  try {
    const response = await fetch(url, { signal, ...(body ? post : {}) });
    return await response.json();
  } catch {
    return null;
  }
}

async function answers(host) {
  return (await ask(`http://${host}/`))?.authEmulator?.ready === true;
}

async function isListening(host) {
  const signal = AbortSignal.timeout(5_000);
  return fetch(`http://${host}/`, { signal }).then(
    () => true,
    // A listener that does not speak HTTP fails with another error than a refused connection.
    ({ cause }) => !/ECONNREFUSED/.test(String(cause?.code ?? cause?.errors?.[0]?.code)),
  );
}

/** The project whose tokens it makes. Only a token shows it, so an account is made and deleted. */
async function projectOf(host) {
  const accounts = `http://${host}/identitytoolkit.googleapis.com/v1/accounts`;
  const made = await ask(`${accounts}:signUp?${ANY_KEY}`, { returnSecureToken: true });
  const idToken = made?.idToken;
  if (typeof idToken !== 'string') return null;
  await ask(`${accounts}:delete?${ANY_KEY}`, { idToken });
  return JSON.parse(Buffer.from(idToken.split('.')[1], 'base64url').toString()).aud;
}

/**
 * Starts the Firebase Auth emulator, or finds it running for the same project. Accounts live as long as the
 * emulator, which ends with this process, however that ends.
 * @param {{ host: string, project: string, onBegin?: () => void, onMail?: (line: string) => void,
 * isBackground?: boolean }} options `onBegin`: called when the port is known to be free or the emulator's
 * own; `onMail`: receives the text of mails, since none is sent; `isBackground`: runs at low priority
 * @returns {Promise<{ended: Promise<string | null> | null, stop: () => void}>} `ended`: its output when it
 * ended by itself, or null when a signal ended it; no promise if another process runs it
 * @throws Error with one sentence for the user
 */
export async function startAuthEmulator(options) {
  const { host, project, onBegin = () => {}, onMail = () => {}, isBackground = false } = options;
  const port = host.slice(host.indexOf(':') + 1);
  if (await isListening(host)) {
    if ((await answers(host)) && (await projectOf(host)) === project) {
      onBegin();
      return { ended: null, stop: () => {} };
    }
    throw new Error(
      `Port ${port} is taken by something other than the sign-in emulator of ${project}: ` +
        `stop that, or set FIREBASE_AUTH_EMULATOR_HOST=localhost:${Number(port) + 1}.`,
    );
  }
  onBegin();
  const script = path.join(ROOT, 'tests', 'emulator', 'serve.mjs');
  const child = startTool('node', [script, project, port], { stdio: ['pipe', 'pipe', 'pipe'] });
  if (isBackground) setPriority(child.pid, PRIORITY_LOW);
  let errors = '';
  let line = '';
  let isRunning = true;
  child.stderr.on('data', (chunk) => (errors += chunk));
  child.stdout.on('data', (chunk) => {
    const lines = `${line}${chunk}`.split('\n');
    line = lines.pop() ?? '';
    for (const mail of lines) onMail(mail);
  });
  const ended = new Promise((resolve) =>
    child.once('close', (code, signal) => {
      isRunning = false;
      resolve(signal ? null : errors.trim());
    }),
  );
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await answers(host))) {
    if (!isRunning) {
      const output = await ended;
      if (output === null) break;
      throw new Error(`The sign-in emulator ended: ${output}`);
    }
    if (Date.now() > deadline) {
      endTool(child);
      throw new Error('The sign-in emulator did not answer.');
    }
    await wait(POLL_MS);
  }
  return { ended, stop: () => endTool(child) };
}
