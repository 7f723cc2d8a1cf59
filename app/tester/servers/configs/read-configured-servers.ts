import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

import type { LocalEntry, ReadServers, RemoteEntry } from './config-entry.ts';
import { parseLooseJson } from './parse-loose-json.ts';
import { readEntry } from './read-entry.ts';
import { readInstallLink } from './read-install-link.ts';
import { readServerCommand } from './read-server-command.ts';
import { readServerJson } from './read-server-json.ts';

/** More than any client keeps: a text beyond it is something else. */
const MAX_CHARACTERS = 1_000_000;
const MAX_SERVERS = 200;

export interface ConfigProblem {
  reason: 'empty' | 'tooLong' | 'unreadable' | 'noServers';
  /** Says what is wrong, and what to do. */
  message: string;
}

/** Reads the servers out of anything that names some: a client's configuration, a `server.json`, a link, a command. */
export function readConfiguredServers(text: string): Result<ReadServers, ConfigProblem> {
  const given = text.trim();
  if (given === '') return fail({ reason: 'empty', message: 'There is nothing to read yet.' });
  if (given.length > MAX_CHARACTERS) {
    return fail({
      reason: 'tooLong',
      message: 'This is longer than any configuration: at most 1 MB is read.',
    });
  }
  const plain = readAddress(given) ?? readInstallLink(given) ?? readServerCommand(given);
  if (plain) return succeed(plain);
  const document = parseDocument(given);
  if (document === undefined) {
    return fail({
      reason: 'unreadable',
      message:
        'This is neither JSON nor an address. Paste the whole file, for example claude_desktop_config.json or mcp.json.',
    });
  }
  const read = readDocument(document);
  if (read && read.remote.length + read.local.length + read.skipped.length > 0)
    return succeed(read);
  return fail({
    reason: 'noServers',
    message:
      'No server is named in it. Configurations list them under "mcpServers" (Claude, Cursor, Cline) or "servers" (VS Code); a server.json has "remotes" or "packages".',
  });
}

/** A bare address. */
function readAddress(text: string): ReadServers | null {
  if (!/^https?:\/\/\S+$/i.test(text)) return null;
  const entry = readEntry('', { url: text });
  return 'remote' in entry
    ? { from: 'an address', remote: [entry.remote], local: [], skipped: [] }
    : null;
}

/** Also a part of a file: the entries without what is around them. */
function parseDocument(text: string): JsonValue | undefined {
  for (const candidate of [text, `{${text.replace(/,\s*$/, '')}}`]) {
    try {
      return parseLooseJson(candidate);
    } catch {
      // The next one, or none.
    }
  }
  return undefined;
}

function readDocument(document: JsonValue): ReadServers | null {
  if (!isJsonObject(document)) return null;
  const { mcpServers, servers, mcp, server } = document;
  if (isJsonObject(mcpServers)) return readEntries(mcpServers, 'an mcpServers configuration');
  if (isJsonObject(document['context_servers'])) {
    return readEntries(document['context_servers'], 'Zed settings');
  }
  if (isJsonObject(servers)) return readEntries(servers, 'a VS Code configuration');
  // VS Code's settings.json, and opencode's, which has no "servers" in between.
  if (isJsonObject(mcp)) {
    return isJsonObject(mcp['servers'])
      ? readEntries(mcp['servers'], 'VS Code settings')
      : readEntries(mcp, 'an mcp configuration');
  }
  // An answer of the registry has the description inside.
  if (isJsonObject(server) && isServerJson(server)) return readServerJson(server);
  if (isServerJson(document)) return readServerJson(document);
  if (isEntry(document)) return readEntries({ '': document }, 'one entry');
  const isList = Object.values(document).some((value) => isJsonObject(value) && isEntry(value));
  return isList ? readEntries(document, 'a list of servers') : null;
}

function isServerJson(document: JsonObject): boolean {
  return Array.isArray(document['remotes']) || Array.isArray(document['packages']);
}

function isEntry(value: JsonObject): boolean {
  return !('why' in readEntry('', value));
}

function readEntries(entries: JsonObject, from: string): ReadServers {
  const remote: RemoteEntry[] = [];
  const local: LocalEntry[] = [];
  const skipped: { name: string; why: string }[] = [];
  for (const [name, entry] of Object.entries(entries).slice(0, MAX_SERVERS)) {
    const read = readEntry(name, entry);
    if ('remote' in read) remote.push(read.remote);
    else if ('local' in read) local.push(read.local);
    else skipped.push({ name, why: read.why });
  }
  return { from, remote, local, skipped };
}
