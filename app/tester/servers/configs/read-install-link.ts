import { isJsonObject, parseJson, type JsonValue } from '#app/runtime/json.ts';

import type { ReadServers } from './config-entry.ts';
import { readEntry } from './read-entry.ts';

/** The server of a link that adds one to Cursor or VS Code; null: the text is no such link. */
export function readInstallLink(text: string): ReadServers | null {
  const found = readCursor(text) ?? readVsCode(text);
  if (!found || !isJsonObject(found.entry)) return null;
  const named = found.entry['name'];
  const read = readEntry(found.name ?? (typeof named === 'string' ? named : ''), found.entry);
  const empty = { from: `an install link of ${found.client}`, remote: [], local: [], skipped: [] };
  if ('remote' in read) return { ...empty, remote: [read.remote] };
  return 'local' in read ? { ...empty, local: [read.local] } : null;
}

interface Found {
  client: string;
  name?: string;
  entry: JsonValue;
}

/** https://cursor.com/docs/mcp/install-links */
function readCursor(text: string): Found | null {
  if (!/^(cursor:\/\/|https:\/\/cursor\.com\/)\S*\bmcp\/install\?/.test(text)) return null;
  const query = new URLSearchParams(text.slice(text.indexOf('?')));
  const entry = tryJson(() => atob(query.get('config') ?? ''));
  return entry === undefined ? null : { client: 'Cursor', name: query.get('name') ?? '', entry };
}

/** https://code.visualstudio.com/docs/copilot/chat/mcp-servers */
function readVsCode(text: string): Found | null {
  const given = /^vscode(?:-insiders)?:mcp\/install\?(\S+)$/.exec(text)?.[1];
  if (given === undefined) return null;
  const entry = tryJson(() => decodeURIComponent(given));
  return entry === undefined ? null : { client: 'VS Code', entry };
}

function tryJson(read: () => string): JsonValue | undefined {
  try {
    return parseJson(read());
  } catch {
    return undefined;
  }
}
