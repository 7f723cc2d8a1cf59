import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { makeBuild } from '../../scripts/built-files.mjs';
import { ROOT } from '../../scripts/toolchain.mjs';

const CLI = join(ROOT, 'build', 'cli.js');

/** A document of the tests. */
export const spec = (name: string) => join(ROOT, 'tests', 'specs', name);

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Builds the command where it is missing or old. */
export async function buildCli(): Promise<void> {
  if (!(await makeBuild('cli'))) throw new Error('The command line could not be built.');
}

/** Starts the built command, as a shell would. */
export function startCli(args: string[], variables: Record<string, string> = {}): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  const env = { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), ...variables };
  return spawn(process.execPath, [CLI, ...args], { env, stdio: ['pipe', 'pipe', 'pipe'] });
}

/** Runs the built command to its end. */
export async function runCli(
  args: string[],
  { input = '', variables = {} }: { input?: string; variables?: Record<string, string> } = {},
): Promise<Ended> {
  const child = startCli(args, variables);
  child.stdin?.end(input);
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  return { code, ...texts };
}

/** Starts `serve` and waits for the address that is its result. */
export async function startServe(
  args: string[],
  variables: Record<string, string> = {},
): Promise<{ url: string; process: ChildProcess }> {
  const child = startCli(['serve', ...args, '--port', '0'], variables);
  const said: string[] = [];
  child.stderr?.on('data', (chunk: Buffer) => said.push(chunk.toString()));
  const url = await new Promise<string>((resolve, reject) => {
    if (child.stdout === null) throw new Error('The command has an output.');
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('close', () => reject(new Error(`serve ended:\n${said.join('')}`)));
  });
  return { url, process: child };
}

/** Asks a process to stop, and waits for its exit code. */
export async function stop(child: ChildProcess): Promise<number | null> {
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  child.kill('SIGTERM');
  return await ended;
}

/** A new directory, empty. */
export const newDirectory = () => mkdtempSync(join(tmpdir(), 'cli-'));
