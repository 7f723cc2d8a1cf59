import { spawn } from 'node:child_process';
import path from 'node:path';

import { expect, test } from 'vitest';

import { startAuthEmulator } from '../../scripts/auth-emulator.mjs';
import { findFreePort } from '../setup/free-port.ts';

const PROJECT = 'demo-mcp';
const SCRIPT = path.resolve('scripts/auth-emulator.mjs');

async function isUp(host: string): Promise<boolean> {
  return fetch(`http://${host}/`).then(
    ({ ok }) => ok,
    () => false,
  );
}

test('an emulator that runs is used again for its own project, and stays when that one stops', async () => {
  const port = await findFreePort();
  const host = `localhost:${port}`;
  const first = await startAuthEmulator({ host, project: PROJECT });
  // localhost is either of them, and browsers, workerd and Node do not agree on which.
  for (const name of ['127.0.0.1', 'localhost']) expect(await isUp(`${name}:${port}`)).toBe(true);
  const second = await startAuthEmulator({ host, project: PROJECT });
  expect(second.ended).toBeNull();
  second.stop();
  expect(await isUp(host)).toBe(true);
  await expect(startAuthEmulator({ host, project: 'demo-other' })).rejects.toThrow(
    `Port ${port} is taken by something other than the sign-in emulator of demo-other`,
  );
  first.stop();
  await first.ended;
  expect(await isUp(host)).toBe(false);
});

test('the emulator ends with whoever started it, even when that is killed', async () => {
  const host = `localhost:${await findFreePort()}`;
  const starter = `
    import { startAuthEmulator } from ${JSON.stringify(SCRIPT)};
    await startAuthEmulator({ host: '${host}', project: '${PROJECT}' });
    console.log('up');
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', starter]);
  await new Promise((resolve) => child.stdout.once('data', resolve));
  expect(await isUp(host)).toBe(true);
  child.kill('SIGKILL');
  await expect.poll(() => isUp(host)).toBe(false);
});
