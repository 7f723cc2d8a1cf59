import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

import type { LocalEntry, ReadServers, RemoteEntry } from './config-entry.ts';
import { splitBearer, toPlaceholders } from './read-entry.ts';

/** The programs that run a package of a registry. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npm: ['npx', '-y'],
  pypi: ['uvx'],
  nuget: ['dnx', '--yes'],
  oci: ['docker', 'run', '-i', '--rm'],
};

/** The servers of a `server.json`, the registry's description of a server: its addresses and its packages. */
export function readServerJson(document: JsonObject): ReadServers {
  const title = textOf(document['title']) || textOf(document['name']) || 'Server';
  const remotes = objectsOf(document['remotes']);
  const packages = objectsOf(document['packages']);
  const named = (at: number, all: number) => (all > 1 ? `${title} (${at + 1})` : title);
  return {
    from: 'a server.json',
    remote: remotes.flatMap((remote, at) => toRemote(named(at, remotes.length), remote)),
    local: packages.flatMap((each, at) => toLocal(named(at, packages.length), each)),
    skipped: [],
  };
}

function toRemote(name: string, remote: JsonObject): RemoteEntry[] {
  const url = textOf(remote['url']);
  if (url === '') return [];
  const headers = objectsOf(remote['headers']).map((header) => {
    const header_name = textOf(header['name']);
    const value = textOf(header['value']) || textOf(header['default']);
    return { name: header_name, value: toPlaceholders(value || `{${header_name}}`) };
  });
  const transport = remote['type'] === 'sse' ? 'sse' : 'http';
  return [{ name, url: toPlaceholders(url), transport, ...splitBearer(headers) }];
}

function toLocal(name: string, each: JsonObject): LocalEntry[] {
  const identifier = textOf(each['identifier']);
  const runner = RUNNERS[textOf(each['registryType'])];
  if (identifier === '' || !runner) return [];
  const [command = '', ...first] = textOf(each['runtimeHint'])
    ? [textOf(each['runtimeHint']), ...runner.slice(1)]
    : runner;
  const version = textOf(each['version']);
  const isPinned = version !== '' && each['registryType'] !== 'oci' && command !== 'dnx';
  const variables = objectsOf(each['environmentVariables']).map((one) => textOf(one['name']));
  const own = [identifier + (isPinned ? `@${version}` : '')];
  const args = [
    ...first,
    ...argumentsOf(each['runtimeArguments']),
    ...own,
    ...argumentsOf(each['packageArguments']),
  ];
  return [{ name, command, args, variables }];
}

function argumentsOf(list: JsonValue | undefined): string[] {
  return objectsOf(list).flatMap((each) => {
    const value = textOf(each['value']) || textOf(each['default']) || textOf(each['valueHint']);
    const name = each['type'] === 'named' ? [textOf(each['name'])] : [];
    return [...name, ...(value === '' ? [] : [toPlaceholders(value)])];
  });
}

function objectsOf(list: JsonValue | undefined): JsonObject[] {
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
