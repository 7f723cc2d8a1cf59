import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { rolldown } from 'rolldown';
import type { Plugin } from 'vite';

/** What is bundled into a text, by the first part of the module's name: from which folder, and as what. */
const KINDS = {
  prebuilt: { folder: 'app/sandbox', format: 'esm' },
  inline: { folder: 'app/ui/inline', format: 'iife' },
} as const;
type Kind = keyof typeof KINDS;
const ID = /^virtual:(prebuilt|inline)\/(.+)$/;

/**
 * Provides `virtual:prebuilt/<name>`: a module whose default export is the text of `app/sandbox/<name>.ts`,
 * bundled into one ES module for a dynamic Worker. Modules that a dynamic Worker gets at load time
 * (`cloudflare:*`, `./confinement-entry.ts`, the generated `./src/server.ts`) stay imports.
 * `virtual:inline/<name>` is the text of `app/ui/inline/<name>.ts`, bundled into a script for the document itself.
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
      return ID.test(id) ? `\0${id}` : undefined;
    },
    async load(id) {
      const [, kind, name] = ID.exec(id.replace(/^\0/, '')) ?? [];
      if (!isKind(kind)) return undefined;
      const path = `${KINDS[kind].folder}/${name}.ts`;
      const entry = resolve(root, path);
      if (!existsSync(entry)) this.error(`virtual:${kind}/${name} needs ${path}`);
      const { code, files } = await bundle(entry, KINDS[kind].format);
      for (const file of files) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(code)};`, moduleType: 'js' };
    },
  };
}

function isKind(kind: string | undefined): kind is Kind {
  return kind !== undefined && Object.hasOwn(KINDS, kind);
}

async function bundle(
  entry: string,
  format: 'esm' | 'iife',
): Promise<{ code: string; files: string[] }> {
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
  const { output } = await build.generate({ format, minify: true, codeSplitting: false });
  const files = await build.watchFiles;
  await build.close();
  const chunk = output[0];
  return { code: chunk.code, files: files.filter((file) => !file.includes('node_modules')) };
}
