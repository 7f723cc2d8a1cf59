// What an isolate of its own costs a tool call: new, and warm beside the same call without it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { build, runnerImport } from 'vite';

import { buildConstants } from '../../../scripts/build-constants.ts';
import { prebuiltModules } from '../../../scripts/prebuilt-modules.ts';
import { ROOT } from '../../../scripts/toolchain.mjs';
import { projectTemplate } from '../../../scripts/project-template.ts';
import { median, ms, table } from '../timing.mjs';

const COLD_RUNS = 15;
const WARM_RUNS = 400;

async function bundle() {
  const { output } = await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    plugins: [buildConstants(), prebuiltModules()],
    ssr: { target: 'webworker', noExternal: true },
    resolve: { conditions: ['workerd', 'worker', 'browser', 'module'] },
    build: {
      ssr: path.join(ROOT, 'tests/bench/sandbox/sandbox-worker.mjs'),
      write: false,
      rolldownOptions: { external: [/^node:/, /^cloudflare:/] },
    },
  });
  return output[0].code;
}

async function makeArtifact() {
  const document = readFileSync(path.join(ROOT, 'tests/specs/petstore-3.0.json'), 'utf8');
  const { importDocument } = await import('../../../app/blueprint/import/import-document.ts');
  const { module } = await runnerImport('/app/blueprint/generate/artifact.ts', {
    configFile: false,
    plugins: [projectTemplate()],
  });
  const made = await module.makeArtifact((await importDocument(document)).value.blueprint);
  const { hash, modules } = made.value;
  return { document, hash, modules };
}

async function call(url) {
  const before = performance.now();
  const { isError } = await (await fetch(url)).json();
  if (isError) throw new Error('The tool failed.');
  return performance.now() - before;
}

export async function measureSandbox() {
  const worker = new Miniflare(
    convertV4MiniflareOptions({
      modules: [{ type: 'ESModule', path: 'sandbox-worker.mjs', contents: await bundle() }],
      compatibilityDate: '2026-10-12',
      compatibilityFlags: ['nodejs_compat'],
      workerLoaders: { LOADER: {} },
    }),
  );
  try {
    const url = await worker.ready;
    await fetch(url, { method: 'POST', body: JSON.stringify(await makeArtifact()) });
    const [cold, warm, here] = [[], [], []];
    for (let run = -1; run < COLD_RUNS; run += 1) {
      const took = await call(new URL(`/?account=cold-${run}`, url));
      if (run >= 0) cold.push(took);
    }
    for (let run = -50; run < WARM_RUNS; run += 1) {
      const inside = await call(new URL('/?account=warm', url));
      const outside = await call(url);
      if (run < 0) continue;
      warm.push(inside);
      here.push(outside);
    }
    const row = (what, times) => [what, times.length, ms(median(times))];
    return `\`tools/call\` of the pet store on the mock upstream, over HTTP, medians, warm ones in turns. Warm in an isolate takes ${(median(warm) / median(here)).toFixed(2)} of the same call without.

${table(['call', 'runs', 'p50'], [row('in a new isolate', cold), row('in a warm isolate', warm), row('without an isolate', here)])}`;
  } finally {
    await worker.dispose();
  }
}
