import { noteProbe } from '#app/controls/control-store.server.ts';
import { toQuotaStub } from '#app/hosting/quota/quota-stub.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { COMPATIBILITY_DATE } from '#app/sandbox/compatibility.ts';

type App = Pick<AppContext, 'env'>;

/** A key, object and isolate that nothing else uses. */
const PROBE = 'health';

/** A dynamic Worker that answers and can do nothing else. */
const PROBE_CODE = 'export default { fetch: () => new Response("ok") };';

/** Reads one row. */
export async function readDatabase({ env }: App): Promise<void> {
  await env.DB.prepare('SELECT 1').first();
}

/** Writes one row: a database that is full, locked or read-only still answers questions. */
export async function writeDatabase({ env }: App): Promise<void> {
  await noteProbe(env.DB, Date.now());
}

/** Reads a key; the cache is allowed to know nothing. */
export async function readCache({ env }: App): Promise<void> {
  await env.CACHE.get(PROBE);
}

/** Reads and writes, for a bucket may be read-only, too. */
export async function touchBucket({ env }: App): Promise<void> {
  await env.BLOBS.head(PROBE);
  await env.BLOBS.put(PROBE, '');
}

/** Wakes an object that stores nothing. */
export async function wakeObject({ env }: App): Promise<void> {
  await toQuotaStub(env, PROBE).countCalls();
}

/** Runs code in a dynamic Worker, without network; the loader keeps it warm. */
export async function runDynamicWorker({ env }: App): Promise<void> {
  const worker = env.LOADER.get(`${PROBE}-1`, () => ({
    compatibilityDate: COMPATIBILITY_DATE,
    mainModule: 'probe.js',
    modules: { 'probe.js': PROBE_CODE },
    globalOutbound: null,
  }));
  const answer = await worker.getEntrypoint().fetch('https://probe.invalid/');
  if ((await answer.text()) !== 'ok') throw new Error('The dynamic Worker gave another answer.');
}
