import type { JsonObject, JsonValue } from '#app/runtime/json.ts';

import { toPublicAddress } from '#app/tester/servers/public-address.ts';

import type { RemoteEntry } from './config-entry.ts';
import { toServerJson } from './to-server-json.ts';

/** The configurations that servers are exported as, with the place of each. */
export const CONFIG_KINDS = [
  { id: 'claude-desktop', label: 'Claude Desktop', place: 'claude_desktop_config.json' },
  { id: 'claude-code', label: 'Claude Code', place: '.mcp.json' },
  { id: 'cursor', label: 'Cursor', place: '.cursor/mcp.json' },
  { id: 'vscode', label: 'VS Code', place: '.vscode/mcp.json' },
  { id: 'cline', label: 'Cline', place: 'cline_mcp_settings.json' },
  { id: 'server-json', label: 'server.json', place: 'server.json' },
] as const;
export type ConfigKind = (typeof CONFIG_KINDS)[number]['id'];

/** Whether header values, tokens and keys in addresses are written, or in the place of each whatever its client fills in. */
type Secrets = 'written' | 'left out';

/** The servers as the configuration of a client, in JSON. A `server.json` describes one of them: the first. */
export function toConfig(
  kind: ConfigKind,
  entries: readonly RemoteEntry[],
  secrets: Secrets,
): string {
  // Others read a server.json, whatever it says.
  const isPublic = secrets === 'left out' || kind === 'server-json';
  const written = entries.map(withBearer).map((entry) => (isPublic ? withoutKey(entry) : entry));
  return JSON.stringify(CONFIGS[kind](written, secrets), null, 2);
}

/** A server whose address holds no credential: of one that is nothing else, its origin is left. */
function withoutKey(entry: Plain): Plain {
  const { url, removed } = toPublicAddress(entry.url);
  if (removed.length === 0) return entry;
  return { ...entry, url: url ?? `${new URL(entry.url).origin}/…` };
}

/** A server whose bearer token is a header like the others. */
type Plain = Pick<RemoteEntry, 'name' | 'url' | 'transport' | 'headers' | 'auth'>;

const CONFIGS: Record<ConfigKind, (entries: Plain[], secrets: Secrets) => JsonObject> = {
  'claude-desktop': (entries, secrets) => ({
    mcpServers: listOf(entries, (entry) => toRemoteCommand(entry, secrets)),
  }),
  'claude-code': (entries, secrets) => ({
    mcpServers: listOf(entries, (entry) => ({
      type: entry.transport,
      url: entry.url,
      ...headersOf(entry, secrets, (name) => `\${${toVariable(name)}}`),
    })),
  }),
  cursor: (entries, secrets) => ({
    mcpServers: listOf(entries, (entry) => ({
      url: entry.url,
      ...headersOf(entry, secrets, (name) => `\${env:${toVariable(name)}}`),
      ...cursorAuthOf(entry, secrets),
    })),
  }),
  vscode: toVsCode,
  cline: (entries, secrets) => ({
    mcpServers: listOf(entries, (entry) => ({
      type: entry.transport === 'sse' ? 'sse' : 'streamableHttp',
      url: entry.url,
      ...headersOf(entry, secrets, (name) => `<${name}>`),
      disabled: false,
    })),
  }),
  'server-json': ([entry]) => (entry ? toServerJson(entry) : {}),
};

function withBearer(entry: RemoteEntry): Plain {
  const { auth, headers } = entry;
  const isSet = headers.some(({ name }) => name.toLowerCase() === 'authorization');
  if (auth.kind !== 'bearer' || isSet) return entry;
  const header = { name: 'Authorization', value: `Bearer ${auth.token}` };
  return { ...entry, headers: [header, ...headers] };
}

/** Entries by their names; of two with one name, the second gets a number. */
function listOf(entries: readonly Plain[], write: (entry: Plain) => JsonObject): JsonObject {
  const list: JsonObject = {};
  for (const entry of entries) {
    let name = entry.name;
    for (let count = 2; Object.hasOwn(list, name); count += 1) name = `${entry.name} ${count}`;
    list[name] = write(entry);
  }
  return list;
}

function headersOf(
  { headers }: Plain,
  secrets: Secrets,
  toPlace: (name: string) => string,
): { headers?: JsonObject } {
  if (headers.length === 0) return {};
  const pairs = headers.map(({ name, value }): [string, JsonValue] => [
    name,
    secrets === 'written' ? value : toPlace(name),
  ]);
  return { headers: Object.fromEntries(pairs) };
}

/** Claude Desktop starts programs only; mcp-remote is one that asks the server. */
function toRemoteCommand({ url, transport, headers }: Plain, secrets: Secrets): JsonObject {
  const env = headers.map(({ name, value }): [string, JsonValue] => [
    toVariable(name),
    secrets === 'written' ? value : `<${name}>`,
  ]);
  return {
    command: 'npx',
    args: [
      '-y',
      'mcp-remote',
      url,
      ...(transport === 'sse' ? ['--transport', 'sse-only'] : []),
      // Without a space, which Claude Desktop on Windows splits at.
      ...headers.flatMap(({ name }) => ['--header', `${name}:\${${toVariable(name)}}`]),
    ],
    ...(env.length > 0 ? { env: Object.fromEntries(env) } : {}),
  };
}

/** VS Code asks for what is left out, once, and keeps it. */
function toVsCode(entries: Plain[], secrets: Secrets): JsonObject {
  const inputs: JsonObject[] = [];
  const servers = listOf(entries, (entry) => ({
    type: entry.transport,
    url: entry.url,
    ...headersOf(entry, secrets, (name) => {
      const id = `${slugOf(entry.name)}-${slugOf(name)}`;
      inputs.push({
        type: 'promptString',
        id,
        description: `${name} of ${entry.name}`,
        password: true,
      });
      return `\${input:${id}}`;
    }),
  }));
  return { ...(inputs.length > 0 ? { inputs } : {}), servers };
}

function cursorAuthOf({ auth }: Plain, secrets: Secrets): JsonObject {
  if (auth.kind !== 'oauth' || auth.clientId === '') return {};
  const secret = secrets === 'written' ? auth.clientSecret : '${env:CLIENT_SECRET}';
  const scopes = auth.scope.split(' ').filter((scope) => scope !== '');
  return {
    auth: {
      CLIENT_ID: auth.clientId,
      ...(auth.clientSecret === '' ? {} : { CLIENT_SECRET: secret }),
      ...(scopes.length > 0 ? { scopes } : {}),
    },
  };
}

/** `Authorization` as AUTH, `X-Api-Key` as X_API_KEY. */
function toVariable(header: string): string {
  return header.toLowerCase() === 'authorization'
    ? 'AUTH'
    : header.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
