// Measures what a user waits for, on this machine, and writes it beside this file.
// `npm run bench` builds first when the build is old; give it a quiet machine.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import path from 'node:path';
import { performance } from 'node:perf_hooks';
import v8 from 'node:v8';
import vm from 'node:vm';

import { runnerImport } from 'vite';

import { isBuildFresh } from '../../scripts/built-files.mjs';
import { ROOT, runTool } from '../../scripts/toolchain.mjs';
import { measureVerify } from './verify/measure-verify.mjs';

v8.setFlagsFromString('--expose-gc');
const collectGarbage = vm.runInNewContext('gc');

const SPECS = 'tests/specs';
const RESULTS = 'tests/bench/results.md';
const PROFILE = path.join(ROOT, '.cache', 'startup.cpuprofile');
const IMPORT_RUNS = 7;
const CALL_RUNS = 300;

const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

/** Times of so many runs, sorted; the first run is a warm-up and does not count. */
async function time(runs, work) {
  const times = [];
  for (let run = -1; run < runs; run += 1) {
    const before = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - before);
  }
  return times.toSorted((a, b) => a - b);
}

/** Bytes that one result of the work keeps alive, on average of so many. */
async function heapOf(runs, work) {
  await work();
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const kept = [];
  for (let run = 0; run < runs; run += 1) kept.push(await work());
  collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / runs;
  return { first: kept[0], bytes };
}

async function measureDocuments() {
  const { importDocument } = await import('#app/blueprint/import/import-document.ts');
  // Its templates are files that Vite reads in.
  const { module } = await runnerImport('/app/blueprint/generate/generate.ts', {
    configFile: false,
  });
  const { generate } = module;
  const rows = [];
  for (const name of readdirSync(SPECS).filter((file) => /\.(json|ya?ml)$/.test(file))) {
    const text = readFileSync(`${SPECS}/${name}`, 'utf8');
    const { first, bytes } = await heapOf(IMPORT_RUNS, () => importDocument(text));
    if (!first.ok) throw new Error(`${name} is not imported`);
    const { blueprint } = first.value;
    const imported = await time(IMPORT_RUNS, () => importDocument(text));
    const generated = await time(IMPORT_RUNS, () => generate(blueprint));
    rows.push([
      name,
      `${Math.round(text.length / 1000)} kB`,
      blueprint.tools.length,
      ms(at(imported, 0.5)),
      bytes < 50_000 ? '< 0.1 MB' : `${(bytes / 1e6).toFixed(1)} MB`,
      generate(blueprint).length,
      ms(at(generated, 0.5)),
    ]);
  }
  return rows;
}

async function measureWorker() {
  const { startBuiltWorker } = await import('../setup/built-worker.ts');
  const { makeDraft, readSpec } = await import('../setup/make-draft.ts');
  const { connectClient } = await import('../setup/connect-client.ts');
  const worker = await startBuiltWorker();
  try {
    const document = readSpec('petstore-3.0.json');
    const health = await time(CALL_RUNS, () => fetch(`${worker.url}/api/health`));
    const made = await time(IMPORT_RUNS, () => makeDraft(worker.url, document));
    const cold = [];
    const call = { name: 'getPetById', arguments: { petId: 10 } };
    for (let run = 0; run < IMPORT_RUNS; run += 1) {
      // A title of its own gives an artifact of its own, so that no isolate is warm.
      const own = document.replace('Swagger Petstore', `Petstore ${run} ${Date.now()}`);
      const client = await connectClient((await makeDraft(worker.url, own)).endpoint, 'modern');
      const before = performance.now();
      await client.callTool(call);
      cold.push(performance.now() - before);
      await client.close();
    }
    const client = await connectClient((await makeDraft(worker.url, document)).endpoint, 'modern');
    const warm = await time(CALL_RUNS, () => client.callTool(call));
    await client.close();
    const row = (what, times) => [what, times.length, ms(at(times, 0.5)), ms(at(times, 0.95))];
    return [
      row('GET /api/health (what the local proxy costs)', health),
      row('POST /api/drafts, petstore', made),
      row(
        'tools/call, first of an artifact',
        cold.toSorted((a, b) => a - b),
      ),
      row('tools/call, warm', warm),
    ];
  } finally {
    await worker.close();
  }
}

/** Start-up as workerd spends it before the first request, by wrangler's own profile. */
async function measureStartup() {
  mkdirSync(path.dirname(PROFILE), { recursive: true });
  const args = ['check', 'startup', '--outfile', PROFILE];
  const { code } = await runTool('wrangler', args);
  if (code !== 0) return 'not measured: wrangler check startup failed here';
  const profile = JSON.parse(readFileSync(PROFILE, 'utf8'));
  const idle = new Set(
    profile.nodes
      .filter(({ callFrame }) => /^\((idle|program|root)\)$/.test(callFrame.functionName))
      .map(({ id }) => id),
  );
  const busy = profile.samples.reduce(
    (sum, id, index) => sum + (idle.has(id) ? 0 : profile.timeDeltas[index]),
    0,
  );
  return `${ms(busy / 1000)} busy of ${ms((profile.endTime - profile.startTime) / 1000)}`;
}

const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');

if (!isBuildFresh()) await runTool('react-router', ['build'], { show: true });
const documents = await measureDocuments();
const worker = await measureWorker();
const startup = await measureStartup();
const verify = await measureVerify();
const report = `# Measured by \`npm run bench\`

${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${cpus().length} cores (${cpus()[0]?.model.trim()}), everything on one machine.

## Documents, in Node

Medians of ${IMPORT_RUNS} runs after a warm-up; heap is what the imported blueprint keeps alive.

${table(['document', 'size', 'tools', 'import', 'heap', 'files', 'generate'], documents)}

## The built Worker, over HTTP

workerd behind wrangler's local proxy, mock upstream, one request at a time.

${table(['request', 'runs', 'p50', 'p95'], worker)}

Start-up of the Worker: ${startup}.

## An ID token, in workerd

The best of ${verify.rounds} runs over ${verify.tokens} tokens each, in turns, so that what else the machine does counts least; the keys are in memory. Ours checks every rule, the others fewer.

${table(['verified by', 'per token', 'speed, the first being 1'], verify.rows)}
`;
writeFileSync(RESULTS, report);
console.log(report);
