// The built Worker over HTTP, and how long workerd needs to start it.
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { performance } from 'node:perf_hooks';

import { makeBuild } from '../../scripts/built-files.mjs';
import { ROOT, runTool } from '../../scripts/toolchain.mjs';
import { at, ms, table, time, toSorted } from './timing.mjs';

const PROFILE = path.join(ROOT, '.cache', 'startup.cpuprofile');
const IMPORT_RUNS = 7;
const CALL_RUNS = 300;

export async function measureWorker() {
  if (!(await makeBuild())) throw new Error('the Worker could not be built');
  const rows = await measureRequests();
  return `workerd behind wrangler's local proxy, mock upstream, one request at a time.

${table(['request', 'runs', 'p50', 'p95'], rows)}

Start-up of the Worker: ${await measureStartup()}.`;
}

async function measureRequests() {
  const { startBuiltWorker } = await import('../setup/built-worker.ts');
  const { connectDraft, makeDraft, readSpec } = await import('../setup/make-draft.ts');
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
      const client = await connectDraft(await makeDraft(worker.url, own), 'modern');
      const before = performance.now();
      await client.callTool(call);
      cold.push(performance.now() - before);
      await client.close();
    }
    const client = await connectDraft(await makeDraft(worker.url, document), 'modern');
    const warm = await time(CALL_RUNS, () => client.callTool(call));
    await client.close();
    const row = (what, times) => [what, times.length, ms(at(times, 0.5)), ms(at(times, 0.95))];
    return [
      row('GET /api/health (what the local proxy costs)', health),
      row('POST /api/drafts, petstore', made),
      row('tools/call, first of an artifact', toSorted(cold)),
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
