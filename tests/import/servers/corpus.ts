import { readdirSync, readFileSync } from 'node:fs';

import { findServers } from '#app/blueprint/import/servers/find-servers.ts';
import type { SourceFile } from '#app/blueprint/import/servers/code/source-file.ts';
import type { FoundServer, FoundTool } from '#app/blueprint/import/servers/tools/found-server.ts';

const FOLDER = new URL('./corpus/', import.meta.url);

/** Repositories of the corpus, each one file: `=== path` begins a file of the repository. */
export const CORPUS = readdirSync(FOLDER)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => name.replace('.txt', ''));

export function readRepository(name: string): SourceFile[] {
  const text = readFileSync(new URL(`${name}.txt`, FOLDER), 'utf8');
  return text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { path: part.slice(0, end).trim(), text: part.slice(end + 1) };
    });
}

/** What a client of the running server would see, by name: an argument's description, or its type. */
export interface ListedTool {
  description: string | null;
  arguments: Record<string, string>;
  required: string[];
}

/** The first server of a repository as it is listed. */
export function readServer(name: string): FoundServer | null {
  return findServers(readRepository(name))[0] ?? null;
}

export function toListed({ description, inputSchema }: FoundTool): ListedTool {
  const { properties, required } = inputSchema;
  const all =
    typeof properties === 'object' && properties !== null ? Object.entries(properties) : [];
  return {
    description,
    arguments: Object.fromEntries(all.map(([name, schema]) => [name, describe(schema)])),
    required: Array.isArray(required) ? required.map(String) : [],
  };
}

function describe(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return '';
  if ('description' in schema && typeof schema.description === 'string') return schema.description;
  return '';
}
