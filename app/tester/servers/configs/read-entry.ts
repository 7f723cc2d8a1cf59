import type { TargetAuth, TargetHeader } from '#app/mcp-client/target.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

import type { LocalEntry, RemoteEntry } from './config-entry.ts';
import { isSsePath, unwrapBridge } from './unwrap-bridge.ts';

/** The keys that clients keep an address under: `httpUrl` is Gemini CLI's, `serverUrl` Windsurf's. */
const ADDRESS_KEYS = ['url', 'httpUrl', 'serverUrl'] as const;
const HEADER_KEYS = ['headers', 'http_headers'] as const;

/** One entry of a client's configuration; a sentence where it names no server. */
export function readEntry(
  name: string,
  entry: JsonValue,
): { remote: RemoteEntry } | { local: LocalEntry } | { why: string } {
  if (!isJsonObject(entry)) return { why: 'It is not an object.' };
  // Newer versions of Cline keep address or command in a part of their own.
  const { transport, ...rest } = entry;
  if (isJsonObject(transport)) return readEntry(name, { ...rest, ...transport });
  const url = ADDRESS_KEYS.map((key) => entry[key]).find((value) => typeof value === 'string');
  if (typeof url === 'string') return { remote: toRemote(name, url, entry) };
  const { command } = entry;
  if (typeof command === 'string') return readCommand(name, command, entry);
  return { why: 'It has neither an address (url) nor a command.' };
}

/** Splits a bearer token off, which has a field of its own. */
export function splitBearer(headers: readonly TargetHeader[]): {
  headers: TargetHeader[];
  auth: TargetAuth;
} {
  const found = headers.find(({ name }) => name.toLowerCase() === 'authorization');
  const token = /^Bearer\s+(\S.*)$/i.exec(found?.value ?? '')?.[1];
  if (token === undefined) return { headers: [...headers], auth: { kind: 'none' } };
  const rest = headers.filter((header) => header !== found);
  return { headers: rest, auth: { kind: 'bearer', token } };
}

/** Placeholders of all formats in one form, `${…}`, so that whatever is still missing is found. */
export function toPlaceholders(text: string): string {
  return text.replaceAll(/(?<!\$)\{([\w-]+)\}/g, '${$1}');
}

function toRemote(name: string, url: string, entry: JsonObject): RemoteEntry {
  const headers = HEADER_KEYS.flatMap((key) => toPairs(entry[key])).map(([header, value]) => ({
    name: header,
    value,
  }));
  const oauth = readOAuth(entry['auth']);
  const split = splitBearer(headers);
  return {
    name,
    url: url.trim(),
    transport: toTransport(entry, url),
    headers: split.headers,
    auth: split.auth.kind === 'none' && oauth ? oauth : split.auth,
  };
}

function toTransport(entry: JsonObject, url: string): 'http' | 'sse' {
  const named = entry['type'] ?? entry['transport'];
  if (typeof named === 'string') return named.toLowerCase() === 'sse' ? 'sse' : 'http';
  return isSsePath(url) ? 'sse' : 'http';
}

/** Cursor's client of an authorization server. */
function readOAuth(auth: JsonValue | undefined): TargetAuth | null {
  if (!isJsonObject(auth) || typeof auth['CLIENT_ID'] !== 'string') return null;
  const { CLIENT_ID: clientId, CLIENT_SECRET: secret, scopes } = auth;
  return {
    kind: 'oauth',
    clientId,
    clientSecret: typeof secret === 'string' ? secret : '',
    scope: Array.isArray(scopes)
      ? scopes.filter((scope) => typeof scope === 'string').join(' ')
      : '',
    method: null,
  };
}

function readCommand(name: string, command: string, entry: JsonObject) {
  const { args } = entry;
  const words = Array.isArray(args) ? args.filter((arg) => typeof arg === 'string') : [];
  const variables = Object.fromEntries(toPairs(entry['env']));
  const wrapped = unwrapBridge([command, ...words], variables);
  if (wrapped) return { remote: { name, ...wrapped, ...splitBearer(wrapped.headers) } };
  return { local: { name, command, args: words, variables: Object.keys(variables) } };
}

function toPairs(value: JsonValue | undefined): [name: string, value: string][] {
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]): [string, string][] =>
    typeof each === 'string' || typeof each === 'number' ? [[key, String(each)]] : [],
  );
}
