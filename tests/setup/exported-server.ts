import type { ChildProcess } from 'node:child_process';
import { readFile, symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { rolldown } from 'rolldown';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';

import { endProcess, ProjectDirectory } from '../generate/project-directory.ts';

/** A running exported project. */
export interface ExportedServer {
  /** Its MCP endpoint. */
  url: URL;
  /** Stops it; returns the exit code of a process. */
  stop: () => Promise<number | null>;
}

/** An exported project that runs as a process. */
export interface ExportedProcess extends ExportedServer {
  child: ChildProcess;
  /** Its log entries. */
  logged: Record<string, unknown>[];
}

type Start<Server> = (blueprint: Blueprint, variables: Record<string, string>) => Promise<Server>;

/** Runs an exported project as a Node process, from its sources, with our packages. */
export const startOnNode: Start<ExportedProcess> = async (blueprint, variables) => {
  const project = await unpack(blueprint);
  const { url, process: child } = await project.start('src/http.ts', { PORT: '0', ...variables });
  const logged: Record<string, unknown>[] = [];
  if (child.stderr !== null) {
    createInterface({ input: child.stderr }).on('line', (line) => logged.push(JSON.parse(line)));
  }
  const stop = async () => {
    const code = await endProcess(child);
    await project.remove();
    return code;
  };
  return { url, stop, child, logged };
};

/** Runs an exported project in workerd, which may reach this machine. */
export const startInWorkerd: Start<ExportedServer> = async (blueprint, variables) => {
  const project = await unpack(blueprint);
  const bundle = await rolldown({
    input: join(project.path, 'src/worker.ts'),
    resolve: { conditionNames: ['workerd', 'worker', 'import'] },
    logLevel: 'silent',
  });
  const { output } = await bundle.generate({ format: 'esm' });
  await bundle.close();
  const modules = output
    .filter((part) => part.type === 'chunk')
    .map(({ fileName, code }) => ({ type: 'ESModule' as const, path: fileName, contents: code }));
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules,
      ...(await readCompatibility(project)),
      bindings: variables,
      handleStructuredLogs: () => {},
    }),
  );
  const stop = async () => {
    await worker.dispose();
    await project.remove();
    return null;
  };
  return { url: new URL('/mcp', await worker.ready), stop };
};

/** Compatibility settings of the project's wrangler.toml. */
async function readCompatibility(project: ProjectDirectory) {
  const text = await readFile(join(project.path, 'wrangler.toml'), 'utf8');
  const list = /^compatibility_flags = (\[.*\])$/m.exec(text)?.[1];
  const date = /^compatibility_date = "(.*)"$/m.exec(text)?.[1];
  if (list === undefined || date === undefined)
    throw new Error('wrangler.toml says nothing of it.');
  const compatibilityFlags: string[] = JSON.parse(list);
  return { compatibilityDate: date, compatibilityFlags };
}

async function unpack(blueprint: Blueprint): Promise<ProjectDirectory> {
  const project = await ProjectDirectory.create(generate(blueprint));
  await symlink(resolve('node_modules'), join(project.path, 'node_modules'));
  return project;
}
