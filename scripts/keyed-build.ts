import type { Plugin } from 'vite';

import { buildKey, KEY_FILE } from './build-key.mjs';
import { buildVariant } from './emulator-host.mjs';

/** Writes a build's key into it, from the sources at its start. */
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
