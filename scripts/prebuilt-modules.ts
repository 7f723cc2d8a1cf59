import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

const PREFIX = 'virtual:prebuilt/';
const ENTRIES = 'app/sandbox';

/**
 * Provides `virtual:prebuilt/<name>`: a module whose default export is the text of `app/sandbox/<name>.ts`,
 * bundled into one ES module for a dynamic Worker. Modules that a dynamic Worker gets at load time
 * (`cloudflare:*`, `./confinement-entry.ts`, the generated `./src/server.ts`) stay imports.
 */
export function prebuiltModules(): Plugin {
  let root = process.cwd();
  return {
    name: 'prebuilt-modules',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
    },
    resolveId(id) {
      return id.startsWith(PREFIX) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const name = id.slice(PREFIX.length + 1);
      const entry = resolve(root, ENTRIES, `${name}.ts`);
      if (!existsSync(entry)) this.error(`${PREFIX}${name} needs ${ENTRIES}/${name}.ts`);
      const { code, files } = await bundle(entry);
      for (const file of files) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(code)};`, moduleType: 'js' };
    },
  };
}

async function bundle(entry: string): Promise<{ code: string; files: string[] }> {
  const build = await rolldown({
    input: entry,
    platform: 'neutral',
    external: [/^cloudflare:/, /^node:/, './confinement-entry.ts', './src/server.ts'],
    resolve: {
      mainFields: ['module', 'main'],
      conditionNames: ['workerd', 'worker', 'import', 'module', 'default'],
    },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  });
  const { output } = await build.generate({ format: 'esm', minify: true, codeSplitting: false });
  const files = await build.watchFiles;
  await build.close();
  const chunk = output[0];
  return { code: chunk.code, files: files.filter((file) => !file.includes('node_modules')) };
}
