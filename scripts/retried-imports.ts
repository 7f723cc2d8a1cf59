import type { Plugin } from 'vite';

/** `import()` of one of our chunks, and React Router's own of a route's module. */
const DYNAMIC_IMPORT = /\bimport\(((["'`])\.\/[\w.-]+\.js\2|\w+\.module)\)/g;

/** Part of the hash in a chunk's name: it must change with this plugin's output. */
const VERSION = 'retried-imports 1';

/**
 * Passes each failed `import()` of a built chunk to `importAgain` (`app/ui/loading/import-again.ts`, a global
 * that `app/entry.client.tsx` defines), which retries in a way that works in browsers that cache failures.
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
