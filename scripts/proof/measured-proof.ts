import type { Plugin } from 'vite';

import { loadProof } from './load-proof.ts';

const ID = 'virtual:proof';

/** Provides `virtual:proof` (`app/virtual.d.ts`): figures of our own tests and benchmarks for the start page. */
export function measuredProof(): Plugin {
  let root = process.cwd();
  return {
    name: 'measured-proof',
    configResolved(config) {
      root = config.root;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      const proof = loadProof(root, (file) => this.addWatchFile(file));
      return { code: `export const proof = ${JSON.stringify(proof)};`, moduleType: 'js' };
    },
  };
}
