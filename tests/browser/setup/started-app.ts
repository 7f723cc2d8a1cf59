import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

import { readEmulatorHost } from '../../setup/auth-emulator.ts';
import { findFreePort } from '../../setup/free-port.ts';
import { GITHUB_EMULATOR_HOST, STRIPE_EMULATOR_HOST } from '../../setup/emulator-hosts.ts';

/** What runs after `npm start` or `npm run dev`, with empty storage and caches of its own. */
export interface StartedApp {
  url: string;
  /** Everything that it wrote. */
  output: () => string;
  close: () => Promise<void>;
}

/** Runs the command as a developer does; resolves when it says that it is ready. */
export async function startApp(command: 'start' | 'dev'): Promise<StartedApp> {
  const port = await findFreePort();
  const folder = await mkdtemp(path.join(tmpdir(), 'started-'));
  const child = spawn('npm', ['run', command], {
    detached: true,
    env: {
      ...process.env,
      PORT: String(port),
      FIREBASE_AUTH_EMULATOR_HOST: readEmulatorHost(),
      STRIPE_EMULATOR_HOST,
      GITHUB_EMULATOR_HOST,
      STATE_FOLDER: path.join(folder, 'state'),
      VITE_CACHE_DIR: path.join(folder, 'vite'),
    },
  });
  let text = '';
  child.stdout.on('data', (chunk) => (text += String(chunk)));
  child.stderr.on('data', (chunk) => (text += String(chunk)));
  const ended = new Promise((resolve) => child.once('close', resolve));
  const url = `http://localhost:${port}`;
  while (!text.includes(`Ready: ${url}\n`)) {
    if (child.exitCode !== null) throw new Error(text);
    await wait(100);
  }
  return {
    url,
    output: () => text,
    close: async () => {
      // The whole group: npm passes no signal on to what it runs.
      process.kill(-child.pid!, 'SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
