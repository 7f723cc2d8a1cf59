import { cloudflare } from '@cloudflare/vite-plugin';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

import { articles } from './scripts/articles.ts';
import { browserDependencies } from './scripts/browser-dependencies.ts';
import { buildConstants } from './scripts/build-constants.ts';
import { emulatorBuild } from './scripts/emulator-build.ts';
import { keyedBuild } from './scripts/keyed-build.ts';
import { measuredProof } from './scripts/proof/measured-proof.ts';
import { prebuiltModules } from './scripts/prebuilt-modules.ts';
import { projectTemplate } from './scripts/project-template.ts';
import { retriedImports } from './scripts/retried-imports.ts';
import { shareGlyphs } from './scripts/share-glyphs.ts';
import { shellChunk } from './scripts/shell-chunk.ts';
import { templateServers } from './scripts/template-servers.ts';
import { toolFaces } from './scripts/tool-faces.ts';

export default defineConfig({
  plugins: [
    buildConstants(),
    prebuiltModules(),
    projectTemplate(),
    templateServers(),
    toolFaces(),
    articles(),
    measuredProof(),
    shareGlyphs(),
    cloudflare({
      viteEnvironment: { name: 'ssr' },
      persistState: { path: process.env.STATE_FOLDER ?? '.wrangler/state' },
      // `npm run dev` names the tool that a server hangs at.
      config: process.env.WATCHDOG_URL ? { vars: { WATCHDOG_URL: process.env.WATCHDOG_URL } } : {},
    }),
    browserDependencies(),
    emulatorBuild(),
    keyedBuild('worker'),
    tailwindcss(),
    reactRouter(),
    retriedImports(),
  ],
  // Tests of the development server begin with an empty one.
  cacheDir: process.env.VITE_CACHE_DIR ?? 'node_modules/.vite',
  environments: {
    ssr: {
      build: {
        // A Worker of 3 MB at most. Names stay, for the lines of the log.
        rolldownOptions: {
          output: {
            minify: { compress: true, mangle: false, codegen: { removeWhitespace: true } },
          },
        },
      },
    },
    client: {
      build: {
        rolldownOptions: { output: { codeSplitting: { groups: [shellChunk] } } },
        // Every page would carry the names of what the palette imports; whoever opens it waits for one answer more.
        modulePreload: {
          resolveDependencies: (chunk, names) => (/command-palette/.test(chunk) ? [] : names),
        },
      },
    },
  },
  server: { port: Number(process.env.PORT ?? 5173), strictPort: true },
});
