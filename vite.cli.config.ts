import { chmodSync, rmSync } from 'node:fs';
import path from 'node:path';

import { defineConfig } from 'vite';
import type { Plugin } from 'vite';

import { buildConstants } from './scripts/build-constants.ts';
import { keyedBuild } from './scripts/keyed-build.ts';
import { projectTemplate } from './scripts/project-template.ts';

const TEMPLATE = '/app/blueprint/generate/template/project/src/';

/** In a generated project the runtime is `src/runtime`: here its files stand elsewhere. */
function templateRuntime(): Plugin {
  let root = process.cwd();
  return {
    name: 'template-runtime',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    resolveId(id, importer) {
      const isOurs = id.startsWith('./runtime/') && importer?.includes(TEMPLATE);
      return isOurs ? path.join(root, 'app', id) : undefined;
    },
  };
}

/** Parts that are loaded when they are needed lie in a folder beside the command. */
function freshParts(): Plugin {
  return {
    name: 'fresh-parts',
    buildStart: () => rmSync(path.join('build', 'cli'), { recursive: true, force: true }),
    writeBundle: () => chmodSync(path.join('build', 'cli.js'), 0o755),
  };
}

/** Builds `build/cli.js` and the folder `build/cli/` beside it: no package has to be installed. */
export default defineConfig({
  plugins: [
    buildConstants(),
    keyedBuild('cli'),
    projectTemplate(),
    templateRuntime(),
    freshParts(),
  ],
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'app/cli/cli-entry.ts',
    target: 'node20',
    outDir: 'build',
    emptyOutDir: false,
    minify: true,
    rolldownOptions: {
      output: {
        entryFileNames: 'cli.js',
        chunkFileNames: 'cli/[name].js',
        // Each file costs Node milliseconds: what every command needs is one, and so is what makes
        // projects. Their dependencies come with them.
        codeSplitting: {
          groups: [
            { name: 'command-line', test: /\/app\/cli\/command-line\.server\.ts$/, priority: 2 },
            { name: 'generate', test: /\/app\/cli\/generate-command\.server\.ts$/, priority: 1 },
          ],
        },
      },
    },
  },
});
