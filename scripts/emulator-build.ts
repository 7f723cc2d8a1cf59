import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

import { emulatorHost, emulatorUse } from './emulator-host.mjs';

/**
 * Additions to a build for the emulator (`AUTH_EMULATOR` is `on` or `start`): `server/auth-emulator.json`
 * names the emulator, and wrangler's redirect is restored to the deployed build. Cloudflare's plugin
 * redirects `wrangler dev` and `wrangler deploy` to the latest build.
 */
export function emulatorBuild(): Plugin {
  return {
    name: 'emulator-build',
    apply: (_config, { command }) => command === 'build' && emulatorUse() !== null,
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle() {
      const source = JSON.stringify({ host: emulatorHost(emulatorUse() ?? 'tests') });
      this.emitFile({ type: 'asset', fileName: 'auth-emulator.json', source });
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        const folder = resolve(this.environment.config.root, '.wrangler/deploy');
        const redirect = { configPath: '../../build/server/wrangler.json', auxiliaryWorkers: [] };
        mkdirSync(folder, { recursive: true });
        writeFileSync(resolve(folder, 'config.json'), JSON.stringify(redirect));
      },
    },
  };
}
