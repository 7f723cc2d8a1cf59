import { cloudflare } from '@cloudflare/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { buildConstants } from './scripts/build-constants.ts';
import { emulatorBuild } from './scripts/emulator-build.ts';
import { prebuiltModules } from './scripts/prebuilt-modules.ts';
import { shellChunk } from './scripts/shell-chunk.ts';
import { templateServers } from './scripts/template-servers.ts';

export default defineConfig({
  plugins: [
    buildConstants(),
    prebuiltModules(),
    templateServers(),
    cloudflare({ viteEnvironment: { name: 'ssr' } }),
    emulatorBuild(),
    tailwindcss(),
    reactRouter(),
  ],
  environments: {
    client: {
      build: { rolldownOptions: { output: { codeSplitting: { groups: [shellChunk] } } } },
    },
  },
  server: { port: Number(process.env.PORT ?? 5173), strictPort: true },
});
