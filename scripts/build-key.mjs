import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from './toolchain.mjs';

/** What every build of the Worker is made from. */
const WORKER_SOURCES = [
  'app',
  'public',
  'workers',
  'scripts/build-constants.ts',
  'scripts/build-key.mjs',
  'scripts/emulator-build.ts',
  'scripts/emulator-host.mjs',
  'scripts/keyed-build.ts',
  'scripts/measure-template-servers.ts',
  'scripts/prebuilt-modules.ts',
  'scripts/retried-imports.ts',
  'scripts/shell-chunk.ts',
  'scripts/template-servers.ts',
  'package.json',
  'package-lock.json',
  'react-router.config.ts',
  'vite.config.ts',
  'wrangler.toml',
];

/** What the command line is made from. */
const CLI_SOURCES = [
  'app/blueprint',
  'app/cli',
  'app/platform',
  'app/runtime',
  'scripts/build-constants.ts',
  'scripts/build-key.mjs',
  'package.json',
  'package-lock.json',
  'vite.cli.config.ts',
];

/** The file of a build that says what it was made from. */
export const KEY_FILE = 'build-key.json';

/**
 * What a build of today's sources would be made from: a hash of their names and contents, so that
 * neither a fresh clone nor another branch and back makes the same thing again.
 * @param {'worker' | 'cli'} part
 * @param {string} variant whatever else the build depends on
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
