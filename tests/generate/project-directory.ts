import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import type { ProjectFile } from '#app/blueprint/generate/project-file.ts';

const run = promisify(execFile);

/** Variables that our own test run sets and that a person's shell would not have. */
const OURS = /^(npm_|VITEST|NODE_ENV$|NODE_OPTIONS$|INIT_CWD$|TEST$|DEV$|PROD$|MODE$)/;

/** A generated project in a directory of its own, as a person would have it after unpacking. */
export class ProjectDirectory {
  readonly path: string;
  private constructor(path: string) {
    this.path = path;
  }

  static async create(files: readonly ProjectFile[]): Promise<ProjectDirectory> {
    const project = new ProjectDirectory(await mkdtemp(join(tmpdir(), 'generated-')));
    for (const { path, text } of files) {
      const target = join(project.path, path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text);
    }
    return project;
  }

  /** A directory that is there already. */
  static at(path: string): ProjectDirectory {
    return new ProjectDirectory(path);
  }

  /** Runs a command line to its end; fails with what it printed. */
  async run(line: string): Promise<string> {
    return await this.runWith({}, line.split(' '));
  }

  /** As {@link run}, with variables of its environment. */
  async runWith(variables: Record<string, string>, words: string[]): Promise<string> {
    const [command = '', ...args] = words;
    try {
      const { stdout } = await run(command, args, {
        cwd: this.path,
        env: this.variables(variables),
        maxBuffer: 50_000_000,
      });
      return stdout;
    } catch (error) {
      if (!(error instanceof Error) || !('stdout' in error)) throw error;
      const printed = `${String(error.stdout)}\n${'stderr' in error ? String(error.stderr) : ''}`;
      throw new Error(`${words.join(' ')} failed:\n${printed}`, { cause: error });
    }
  }

  /**
   * Starts one of its modules and waits for the address that it prints.
   *
   * @returns the address, and the process to end.
   */
  async start(
    module: string,
    variables: Record<string, string>,
  ): Promise<{ url: URL; process: ChildProcess }> {
    const child = spawn(process.execPath, [module], {
      cwd: this.path,
      env: this.variables(variables),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const lines: string[] = [];
    const url = await new Promise<URL>((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        createInterface({ input: stream }).on('line', (line) => {
          lines.push(line);
          const found = /http:\/\/127\.0\.0\.1:\d+[^\s"]*/.exec(line);
          if (found !== null) resolve(new URL(found[0]));
        });
      }
      child.once('exit', () => reject(new Error(`${module} ended:\n${lines.join('\n')}`)));
    });
    return { url, process: child };
  }

  /** Takes over the packages that another project of the same dependencies has installed. */
  async copyPackagesFrom(other: ProjectDirectory): Promise<void> {
    const packages = 'node_modules';
    await cp(join(other.path, packages), join(this.path, packages), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }

  async remove(): Promise<void> {
    await rm(this.path, { recursive: true, force: true });
  }

  /** The environment of a child process. */
  variables(own: Record<string, string>): NodeJS.ProcessEnv {
    const all: NodeJS.ProcessEnv = { ...process.env, ...own };
    for (const name of Object.keys(all)) if (OURS.test(name)) delete all[name];
    return all;
  }
}

/** Asks a process to stop and waits until it has. */
export async function endProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const ended = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => resolve(code));
  });
  child.kill('SIGTERM');
  return await ended;
}
