import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

import { emulatorHost } from './emulator-host.mjs';

const ID = 'virtual:build';

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
      const isForTests = process.env.AUTH_EMULATOR === 'on';
      const authEmulatorHost = isForTests
        ? emulatorHost('tests')
        : isDevelopment && emulatorHost('development');
      text = `export const isDevelopment = ${isDevelopment};
export const authEmulatorHost = ${JSON.stringify(authEmulatorHost || '')};
export const version = ${JSON.stringify(version)};`;
    },
    resolveId: (id) => (id === ID ? `\0${ID}` : undefined),
    load: (id) => (id === `\0${ID}` ? text : undefined),
  };
}
