import type { SourceProject } from '#app/blueprint/import/servers/code/source-project.ts';

import type { FoundTool } from './found-server.ts';

/** The files that register tools, then those that they import, and so on. */
export function listFiles(project: SourceProject, tools: readonly FoundTool[]): string[] {
  const files = new Set(tools.map(({ file }) => file));
  // A set hands out what is added while it is gone through.
  for (const path of files) {
    const module = project.module(path);
    for (const statement of module?.program.body ?? []) {
      const from = 'source' in statement ? statement.source : null;
      const found = from ? project.resolve(String(from.value), path) : null;
      if (found !== null && !found.endsWith('.json')) files.add(found);
    }
  }
  return [...files];
}
