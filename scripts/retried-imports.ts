import type { Plugin } from 'vite';

/** `import()` of a chunk of ours, and React Router's own of a route's module. */
const DYNAMIC_IMPORT = /\bimport\(((["'`])\.\/[\w.-]+\.js\2|\w+\.module)\)/g;

/** Part of the hash in a chunk's name: what this plugin writes must change when it does. */
const VERSION = 'retried-imports 1';

/**
 * Hands each failed `import()` of a built chunk to `importAgain` (`app/ui/loading/import-again.ts`, a global
 * that `app/entry.client.tsx` defines), which knows how a browser that keeps failures is asked again.
 */
export function retriedImports(): Plugin {
  return {
    name: 'retried-imports',
    apply: 'build',
    enforce: 'post',
    applyToEnvironment: ({ name }) => name === 'client',
    augmentChunkHash: () => VERSION,
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const output of Object.values(bundle)) {
          if (output.type !== 'chunk') continue;
          output.code = output.code.replaceAll(
            DYNAMIC_IMPORT,
            (whole, address: string) => `${whole}.catch(e=>importAgain(${address},e))`,
          );
        }
      },
    },
  };
}
