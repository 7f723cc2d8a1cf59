import { mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

import type { Plugin } from 'vite';

import { emulatorHost, emulatorUse } from './emulator-host.mjs';

/**
 * What a build for the emulator (`AUTH_EMULATOR` is `on` or `start`) has besides: `server/auth-emulator.json` says
 * which emulator is in it, and wrangler is led back to the build that is deployed. Cloudflare's
 * plugin leads `wrangler dev` and `wrangler deploy` to whatever was built last.
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
