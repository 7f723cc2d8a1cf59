import path from 'node:path';

/// <reference types="vitest/config" />
import { build, type Plugin, type PluginOption } from 'vite';

const BUNDLE = path.resolve('.cache/test/worker/app.mjs');

/**
 * Bundles the Worker's API into one module of readable code and resolves with its path. The tests in workerd
 * load the Worker anew for every file: from its two thousand single modules that takes longer than most tests.
 */
export async function bundleWorkerForTests(plugins: PluginOption[]): Promise<string> {
  await build({
    configFile: false,
    logLevel: 'error',
    mode: 'test',
    publicDir: false,
    plugins: [plugins, keptTexts()],
    ssr: { noExternal: true, target: 'webworker' },
    resolve: { conditions: ['workerd', 'worker', 'module', 'default'] },
    build: {
      ssr: './workers/app.ts',
      outDir: path.dirname(BUNDLE),
      minify: false,
      target: 'esnext',
      rolldownOptions: {
        // Pages are tested as built, by the parts "journeys" and "browser".
        external: [/^cloudflare:/, /^node:/, /^virtual:react-router/],
        output: { codeSplitting: false, entryFileNames: path.basename(BUNDLE) },
      },
    },
  });
  return BUNDLE;
}

/** Lets workerd load the bundle as it is, instead of module by module through Vite, for whoever imports the Worker. */
export function nativeWorkerBundle(): Plugin[] {
  const importsWorker = /\/workers\/(app|draft-object)\.ts$/;
  return [
    {
      name: 'import-worker-bundle',
      enforce: 'pre',
      resolveId: (id) => (importsWorker.test(id) ? BUNDLE : undefined),
    },
    {
      name: 'native-worker-bundle',
      enforce: 'post',
      config({ test }) {
        const deps = test?.server?.deps;
        if (!deps) return;
        // The pool has asked for every module to pass through Vite.
        deps.inline = [/^(?!.*\.cache\/test\/worker)/];
        deps.external = [/\.cache\/test\/worker/];
      },
    },
  ];
}

/**
 * The pool writes a path wherever `import.meta.url` stands in a module. In the bundle it stands in texts
 * only, such as files of projects, which have to stay what they are.
 */
function keptTexts(): Plugin {
  return {
    name: 'kept-texts',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue;
        chunk.code = chunk.code.replaceAll('import.meta.url', String.raw`import.meta\u002eurl`);
      }
    },
  };
}
