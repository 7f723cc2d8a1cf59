import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const INSPECTOR =
  'tests/inspector/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js';

interface Run {
  code: number | null;
  output: string;
}

/** The official Inspector's command line, with a home directory of its own, in which it keeps its tokens. */
export interface Inspector {
  /**
   * Runs one command against the endpoint.
   * @param onAddress - Visits the address at which the Inspector asks its user to sign in.
   */
  run: (args: readonly string[], onAddress?: (address: string) => Promise<void>) => Promise<Run>;
  close: () => Promise<void>;
}

/** Opens the Inspector for an endpoint, as somebody has it on their own machine. */
export async function openInspector(endpoint: string): Promise<Inspector> {
  const home = await mkdtemp(path.join(tmpdir(), 'inspector-'));
  const callback = `http://127.0.0.1:${await findFreePort()}/oauth/callback`;
  const how = ['--cli', endpoint, '--transport', 'http', '--callback-url', callback];
  return {
    run: async (args, onAddress) => {
      const cli = spawn(process.execPath, [INSPECTOR, ...how, ...args], {
        // Its browser is a command that does nothing: the test's own browser goes there.
        env: { ...process.env, HOME: home, BROWSER: 'true', MCP_AUTO_OPEN_ENABLED: 'true' },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let output = '';
      const visits: Promise<void>[] = [];
      const read = (chunk: Buffer) => {
        output += chunk.toString();
        const address = /Please navigate to: (\S+)\n/.exec(output)?.[1];
        if (address && onAddress && visits.length === 0) visits.push(onAddress(address));
      };
      cli.stdout.on('data', read);
      cli.stderr.on('data', read);
      const code = await new Promise<number | null>((resolve) => cli.on('close', resolve));
      await Promise.all(visits);
      return { code, output };
    },
    close: () => rm(home, { recursive: true, force: true }),
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => server.close(() => resolve()));
  return port;
}
