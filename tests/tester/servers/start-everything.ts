import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

import { findFreePort } from '../../setup/free-port.ts';
import type { TestServer } from './serve-http.ts';

const PROGRAM = path.resolve(
  'tests/tester/servers/packages/node_modules/@modelcontextprotocol/server-everything/dist/index.js',
);

/** Starts the protocol's reference server by one of its transports; it speaks the era with sessions. */
export async function startEverything(
  transport: 'streamableHttp' | 'sse' = 'streamableHttp',
  port?: number,
): Promise<TestServer> {
  const place = port ?? (await findFreePort());
  const child = spawn(process.execPath, [PROGRAM, transport], {
    env: { ...process.env, PORT: String(place) },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  const url = `http://127.0.0.1:${place}${transport === 'sse' ? '/sse' : '/mcp'}`;
  while (!/listening on port|running on port/.test(said)) {
    if (child.exitCode !== null) throw new Error(`The server ended at once: ${said}`);
    await new Promise((next) => setTimeout(next, 50));
  }
  return {
    url,
    stop: async () => {
      if (child.exitCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
