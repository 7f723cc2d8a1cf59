import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import type { Plugin } from 'vite';

import {
  emulatorHost,
  emulatorUse,
  githubEmulatorHost,
  stripeEmulatorHost,
} from './emulator-host.mjs';

const ID = 'virtual:build';

/** Sources that determine a draft's readiness report: the checks, and the checked server. */
const REPORT_SOURCES = ['app/blueprint', 'app/hosting', 'app/runtime'];

/** Provides `virtual:build` (`app/virtual.d.ts`); code that a constant rules out is not bundled. */
export function buildConstants(): Plugin {
  let text = '';
  return {
    name: 'build-constants',
    configResolved({ root, command }) {
      const source = readFileSync(resolve(root, 'package.json'), 'utf8');
      const { version } = JSON.parse(source) as { version: string };
      // Vitest also serves, but tests run the deployed behaviour.
      const isDevelopment = command === 'serve' && !process.env.VITEST;
      const use = emulatorUse() ?? (isDevelopment ? 'development' : null);
      text = `export const isDevelopment = ${isDevelopment};
export const isLocal = ${use === 'development'};
export const authEmulatorHost = ${JSON.stringify(use ? emulatorHost(use) : '')};
export const stripeEmulatorHost = ${JSON.stringify(stripeEmulatorHost(use))};
export const githubEmulatorHost = ${JSON.stringify(githubEmulatorHost(use))};
export const version = ${JSON.stringify(version)};
export const reportVersion = ${JSON.stringify(hashOf(root, REPORT_SOURCES))};`;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load(id) {
      if (id !== `\0${ID}`) return undefined;
      return `${text}\nexport const isServer = ${this.environment.config.consumer === 'server'};`;
    },
  };
}

/** A short hash of the names and contents of all files in some folders. */
function hashOf(root: string, folders: string[]): string {
  const hash = createHash('sha256');
  for (const folder of folders) {
    const entries = readdirSync(resolve(root, folder), { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    for (const file of files.map(({ parentPath, name }) => join(parentPath, name)).toSorted()) {
      hash
        .update(`${file.slice(root.length)}\0`)
        .update(readFileSync(file))
        .update('\0');
    }
  }
  return hash.digest('hex').slice(0, 16);
}
