import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import type { ProjectFile } from '#app/blueprint/generate/project-file.ts';
import { requireTemplate, templateFiles } from '#app/blueprint/generate/template.ts';

const run = promisify(execFile);

/**
 * Runs the strict compiler over the sources and tests of many projects at once, with the options
 * that they have themselves. What is the same in all of them is read once.
 *
 * @returns every error, as the compiler says it.
 * @throws Error when it did not read each module of each project.
 */
export async function compileTogether(projects: readonly ProjectFile[][]): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'together-'));
  try {
    // The lock of a project names the versions that we have ourselves; project.test.ts proves it.
    await symlink(resolve('node_modules'), join(root, 'node_modules'));
    let modules = 0;
    for (const [index, files] of projects.entries()) {
      modules += await writeModules(join(root, `project-${index}`), files, index === 0);
    }
    const lines = await compile(await writeConfig(root, projects.length));
    const read = lines.filter((line) => line.includes('/project-') && line.endsWith('.ts'));
    const errors = lines.filter((line) => line.includes('error TS'));
    if (errors.length === 0 && read.length !== modules)
      throw new Error(`The compiler read ${read.length} of ${modules} modules.`);
    return errors;
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** @param isWhole false leaves out the files that are the same in every project. */
async function writeModules(
  directory: string,
  files: readonly ProjectFile[],
  isWhole: boolean,
): Promise<number> {
  const own = files.filter(({ path, text }) => isWhole || templateFiles.get(path) !== text);
  const modules = own.filter(({ path }) => path.endsWith('.ts'));
  const described = own.filter(({ path }) => path === 'package.json');
  for (const { path, text } of [...modules, ...described]) {
    await mkdir(dirname(join(directory, path)), { recursive: true });
    await writeFile(join(directory, path), text);
  }
  return modules.length;
}

/** What a project has not itself, such as the runtime, is found in the first. */
async function writeConfig(root: string, count: number): Promise<string> {
  const config: { compilerOptions: object } = JSON.parse(requireTemplate('tsconfig.json'));
  const rootDirs = Array.from({ length: count }, (_, index) => `./project-${index}`);
  const compilerOptions = { ...config.compilerOptions, rootDir: '.', rootDirs, noEmit: true };
  const path = join(root, 'tsconfig.json');
  await writeFile(path, JSON.stringify({ compilerOptions, include: ['*/src', '*/tests'] }));
  return path;
}

/** The lines that the compiler prints: every file that it read, and every error. */
async function compile(config: string): Promise<string[]> {
  const args = ['--project', config, '--listFiles', '--pretty', 'false'];
  try {
    const { stdout } = await run(resolve('node_modules/.bin/tsc'), args, {
      maxBuffer: 100_000_000,
    });
    return stdout.split('\n');
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error)) throw error;
    return String(error.stdout).split('\n');
  }
}
