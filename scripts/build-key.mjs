import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './toolchain.mjs';

/** Sources of every build of the Worker. */
const WORKER_SOURCES = [
  'app',
  'docs/readiness.md',
  'public',
  'workers',
  'scripts/articles.ts',
  'scripts/build-constants.ts',
  'scripts/build-key.mjs',
  'scripts/emulator-build.ts',
  'scripts/emulator-host.mjs',
  'scripts/keyed-build.ts',
  'scripts/measure-template-servers.ts',
  'scripts/merge-runtime.ts',
  'scripts/prebuilt-modules.ts',
  'scripts/project-template.ts',
  'scripts/proof',
  'scripts/reading',
  'scripts/retried-imports.ts',
  'scripts/runtime-parts.ts',
  'scripts/shell-chunk.ts',
  'scripts/template-servers.ts',
  'scripts/tool-faces.ts',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'tests/bench/results.md',
  'tests/blog/snippets',
  'tests/conformance/results.md',
  'tests/conformance/suite/package.json',
  'vite.config.ts',
  'wrangler.toml',
];

/** Sources of the command line. */
const CLI_SOURCES = [
  'app/blueprint',
  'app/cli',
  'app/platform',
  'app/runtime',
  'scripts/build-constants.ts',
  'scripts/build-key.mjs',
  'scripts/merge-runtime.ts',
  'scripts/project-template.ts',
  'scripts/runtime-parts.ts',
  'package.json',
  'package-lock.json',
  'vite.cli.config.ts',
];

/** File of a build that records its key. */
export const KEY_FILE = 'build-key.json';

/**
 * Key of a build of the current sources: a hash of their names and contents, so that neither a fresh clone
 * nor switching branches rebuilds the same thing.
 * @param {'worker' | 'cli'} part
 * @param {string} variant further input of the build
 * @returns {string}
 */
export function buildKey(part, variant = '') {
  const hash = createHash('sha256').update(`${process.version} ${variant}`);
  for (const source of part === 'cli' ? CLI_SOURCES : WORKER_SOURCES) {
    for (const file of filesOf(path.join(ROOT, source))) {
      hash.update(`\0${path.relative(ROOT, file)}\0`).update(readFileSync(file));
    }
  }
  return hash.digest('hex');
}

function filesOf(place) {
  if (!existsSync(place)) return [];
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .toSorted();
}
