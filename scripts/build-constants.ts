import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

const ID = 'virtual:build';

/** Where the Firebase Auth emulator listens unless the environment says otherwise. */
const DEFAULT_EMULATOR_HOST = 'localhost:9099';

/** Gives `virtual:build` (`app/virtual.d.ts`); what a constant rules out is left out of the bundle. */
export function buildConstants(): Plugin {
  let text = '';
  return {
    name: 'build-constants',
    configResolved({ root, command }) {
      const source = readFileSync(resolve(root, 'package.json'), 'utf8');
      const { version } = JSON.parse(source) as { version: string };
      // Vitest serves as well, but tests are about what is deployed.
      const isDevelopment = command === 'serve' && !process.env.VITEST;
      const usesEmulator = isDevelopment || process.env.AUTH_EMULATOR === 'on';
      const emulatorHost = process.env.FIREBASE_AUTH_EMULATOR_HOST || DEFAULT_EMULATOR_HOST;
      text = `export const isDevelopment = ${isDevelopment};
export const authEmulatorHost = ${JSON.stringify(usesEmulator ? emulatorHost : '')};
export const version = ${JSON.stringify(version)};`;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? text : undefined),
  };
}
