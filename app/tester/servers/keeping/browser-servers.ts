import * as z from 'zod/mini';

import { readJson, type Shape } from '#app/platform/shape.ts';

import type { TargetSecrets } from './target-secrets.ts';
import { TestedServer } from './tested-server.ts';

const SERVERS_KEY = 'mcp-client.servers';
const SECRETS_KEY = 'mcp-client.secrets';

const Servers = z.array(z.unknown());
const Secrets = z.record(
  z.string(),
  z.object({
    origin: z.string(),
    headers: z.record(z.string(), z.string()),
    token: z.string(),
    clientSecret: z.string(),
  }),
);

/** The servers that this browser keeps; one that this version cannot read is left out. */
export function readBrowserServers(): TestedServer[] {
  return (read(Servers, SERVERS_KEY) ?? []).flatMap((each) => {
    const server = TestedServer.safeParse(each);
    return server.success ? [server.data] : [];
  });
}

/** The secrets that the user lets this browser remember, by the ids of their servers. */
export function readBrowserSecrets(): Record<string, TargetSecrets> {
  return read(Secrets, SECRETS_KEY) ?? {};
}

/** Keeps both; false: the browser has no room or allows no storage. */
export function writeBrowserServers(
  servers: readonly TestedServer[],
  secrets: Readonly<Record<string, TargetSecrets>>,
): boolean {
  try {
    write(SERVERS_KEY, servers.length > 0 ? servers : null);
    write(SECRETS_KEY, Object.keys(secrets).length > 0 ? secrets : null);
    return true;
  } catch {
    return false;
  }
}

/** Whether a change of the storage, made in another tab, is about these. */
export function isOfServers({ key }: StorageEvent): boolean {
  return key === null || key === SERVERS_KEY || key === SECRETS_KEY;
}

function read<Value>(shape: Shape<Value>, key: string): Value | null {
  try {
    return readJson(shape, localStorage.getItem(key) ?? '');
  } catch {
    return null;
  }
}

function write(key: string, value: object | null): void {
  if (value === null) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}
