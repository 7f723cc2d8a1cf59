import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { createInterface } from 'node:readline';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ProjectFile } from '#app/blueprint/generate/project-file.ts';
import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import { fail, succeed } from '#app/platform/result.ts';
import type { Result } from '#app/platform/result.ts';

/** A generated project whose server is running. */
export interface OpenProject {
  /** Its MCP endpoint. */
  url: string;
  blueprint: Blueprint;
  files: ProjectFile[];
  close: () => Promise<void>;
}

/** Time-out of the start in milliseconds: usually it takes less than a second, on a slow disk longer. */
const START_MS = 20_000;

/** Directories of a project that were not generated. */
const NOT_SOURCE = new Set(['node_modules', 'dist', '.git', '.test-build', '.wrangler']);

/** Files in which the project's user stores secrets; `.env.example` was generated. */
const SECRETS = /^\.(?:env|dev\.vars)(?!\.example$)(?:\..*)?$/;

/** Larger files were not generated either. In bytes. */
const MAX_FILE_BYTES = 20_000_000;

/** Starts the server of a built project and reads its blueprint. */
export async function openProject(
  directory: string,
  variables: Record<string, string | undefined>,
): Promise<Result<OpenProject, { reason: 'notAProject'; message: string }>> {
  const entry = join('dist', 'http.js');
  if (!existsSync(join(directory, 'blueprint.json')))
    return refuse(`${directory} is not a generated project: it has no blueprint.json.`);
  if (!existsSync(join(directory, entry)))
    return refuse(
      `${directory} is not built yet: run "npm install && npm run build" in it, then check again.`,
    );
  const blueprint = readBlueprint(join(directory, 'blueprint.json'));
  if (!blueprint.ok) return refuse(`blueprint.json cannot be used: ${blueprint.message}`);
  const child = spawn(process.execPath, [entry], {
    cwd: directory,
    env: { ...variables, HOST: '127.0.0.1', PORT: '0' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const started = await untilListening(child);
  if (started.url === null) {
    await end(child);
    return refuse(`The server did not start:\n${started.lines.join('\n')}`);
  }
  const files = readFiles(directory);
  return succeed({
    url: started.url,
    blueprint: blueprint.value,
    files,
    close: () => end(child),
  });
}

function readBlueprint(file: string): Result<Blueprint, { reason: 'unusable'; message: string }> {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    return fail({ reason: 'unusable' as const, message: String(error) });
  }
  const parsed = parseBlueprint(value);
  if (parsed.ok) return parsed;
  const [first] = parsed.problems;
  return fail({ reason: 'unusable' as const, message: `${first?.path}: ${first?.message}` });
}

/** The address that the server logs; null if it exits or stays silent. */
async function untilListening(
  child: ChildProcess,
): Promise<{ url: string | null; lines: string[] }> {
  const lines: string[] = [];
  const url = await new Promise<string | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), START_MS);
    const settle = (found: string | null) => {
      clearTimeout(timer);
      resolve(found);
    };
    if (child.stderr === null) return settle(null);
    // Read to its end: a server whose log is not drained would block.
    createInterface({ input: child.stderr }).on('line', (line) => {
      if (lines.length < 20) lines.push(line);
      const found = /http:\/\/127\.0\.0\.1:\d+\/[\w-]+/.exec(line);
      if (found !== null) settle(found[0]);
    });
    child.once('error', () => settle(null));
    child.once('exit', () => settle(null));
  });
  return { url, lines };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MS);
  await ended;
  clearTimeout(timer);
}

function readFiles(directory: string): ProjectFile[] {
  const found: ProjectFile[] = [];
  const open = [directory];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const place = join(folder, entry.name);
      if (NOT_SOURCE.has(entry.name) || SECRETS.test(entry.name)) continue;
      if (entry.isDirectory()) open.push(place);
      else if (entry.isFile() && statSync(place).size <= MAX_FILE_BYTES) {
        const path = relative(directory, place).split(sep).join('/');
        found.push({ path, text: readFileSync(place, 'utf8') });
      }
    }
  }
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function refuse(message: string) {
  return fail({ reason: 'notAProject' as const, message });
}
