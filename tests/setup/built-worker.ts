import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { createTestHarness } from 'wrangler';
import * as z from 'zod';

const SERVER = path.resolve('build/server');

/** The published development key, whatever a developer's own `.dev.vars` holds. */
const SEAL_KEYS = 'dev:bG9jYWwtZGV2ZWxvcG1lbnQta2V5LW5vdC1zZWNyZXQ=';

const BuiltConfig = z.looseObject({
  ratelimits: z.array(z.looseObject({ simple: z.looseObject({ limit: z.number() }) })),
});

export interface BuiltWorker {
  /** Without a slash at the end. */
  url: string;
  close: () => Promise<void>;
}

/**
 * Serves the built Worker over real HTTP, with an empty storage of its own.
 * @param limits `raised` lets many tests share one address; `real` is what is deployed
 */
export async function startBuiltWorker(limits: 'raised' | 'real' = 'raised'): Promise<BuiltWorker> {
  const built = path.join(SERVER, 'wrangler.json');
  if (!existsSync(built)) throw new Error('there is no build: run npm run build first');
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  const configPath = limits === 'real' ? built : writeRaisedLimits(built);
  const server = createTestHarness({ workers: [{ configPath, secrets: { SEAL_KEYS } }] });
  const { url } = await server.listen();
  await server.getWorker().applyD1Migrations('DB');
  return { url: url.origin, close: () => server.close() };
}

function writeRaisedLimits(built: string): string {
  const config = BuiltConfig.parse(JSON.parse(readFileSync(built, 'utf8')));
  for (const { simple } of config.ratelimits) simple.limit = 100_000;
  const raised = path.join(SERVER, 'wrangler.tests.json');
  writeFileSync(raised, JSON.stringify(config));
  return raised;
}
