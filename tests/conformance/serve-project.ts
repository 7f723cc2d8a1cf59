import { symlink } from 'node:fs/promises';
import path from 'node:path';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { generate } from '#app/blueprint/generate/generate.ts';

import { endProcess, ProjectDirectory } from '../generate/project-directory.ts';

/** A running server. */
export interface RunningServer {
  url: string;
  close: () => Promise<void>;
}

/**
 * Exports a blueprint, compiles the project and starts its HTTP server on Node. Its packages are
 * ours, which are the ones of its lock (`tests/generate/project.test.ts`).
 */
export async function serveProject(
  blueprint: Blueprint,
  variables: Record<string, string> = {},
): Promise<RunningServer> {
  const project = await ProjectDirectory.create(generate(blueprint));
  await symlink(path.resolve('node_modules'), path.join(project.path, 'node_modules'));
  await project.run('npm run build');
  const { url, process } = await project.start('dist/http.js', { PORT: '0', ...variables });
  return {
    url: url.href,
    close: async () => {
      await endProcess(process);
      await project.remove();
    },
  };
}
