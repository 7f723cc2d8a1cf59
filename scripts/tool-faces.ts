import { resolve } from 'node:path';

import { runnerImport, type Plugin } from 'vite';

import type { ToolFace } from '#app/builder/tools/tool-face.ts';

import { buildConstants } from './build-constants.ts';
import { projectTemplate } from './project-template.ts';

const ID = 'virtual:tool-faces';
const LIST = 'app/builder/tools/builder-tools.ts';

/**
 * Gives `virtual:tool-faces` (`app/virtual.d.ts`): names, effects and words of the builder's tools,
 * read from their own files, so that the browser gets them without schemas and code.
 */
export function toolFaces(): Plugin {
  let root = process.cwd();
  return {
    name: 'tool-faces',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    async load(id) {
      if (id !== `\0${ID}`) return undefined;
      const { module, dependencies } = await runnerImport<{ BUILDER_TOOLS: readonly ToolFace[] }>(
        resolve(root, LIST),
        {
          root,
          configFile: false,
          logLevel: 'error',
          plugins: [buildConstants(), projectTemplate()],
        },
      );
      for (const file of dependencies) this.addWatchFile(file);
      const faces = module.BUILDER_TOOLS.map(toFace);
      return { code: `export const toolFaces = ${JSON.stringify(faces)};`, moduleType: 'js' };
    },
  };
}

function toFace({ name, effect, words, subject }: ToolFace): ToolFace {
  return { name, effect, words, subject };
}
