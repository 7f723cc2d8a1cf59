import type { Plugin } from 'vite';

import { buildKey, KEY_FILE } from './build-key.mjs';
import { buildVariant } from './emulator-host.mjs';

/** Writes into a build what it was made from, as the sources were when it began. */
export function keyedBuild(part: 'worker' | 'cli'): Plugin {
  let key = '';
  return {
    name: 'keyed-build',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    buildStart() {
      key = buildKey(part, part === 'cli' ? '' : buildVariant());
    },
    generateBundle() {
      const fileName = part === 'cli' ? `cli/${KEY_FILE}` : KEY_FILE;
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify({ key }) });
    },
  };
}
