import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';

import { createTestHarness } from 'wrangler';
import * as z from 'zod';

import { answerOutsideOf, type Outside } from './outside-of-worker.ts';

/** `production` is the deployed build; `emulator` signs in at the emulator (`AUTH_EMULATOR=on`). */
export type BuildName = 'production' | 'emulator';

const BUILD_FOLDERS: Record<BuildName, string> = {
  production: 'build',
  emulator: 'build-emulator',
};

const BuiltConfig = z.looseObject({
  ratelimits: z.array(z.looseObject({ simple: z.looseObject({ limit: z.number() }) })),
});

/** Options of a built Worker. */
export interface BuiltWorkerOptions {
  build?: BuildName;
  /** `raised` lets many tests share one address; `real` are the deployed limits. */
  limits?: 'raised' | 'real';
  /** Override those of `.dev.vars.example`; a developer's own `.dev.vars` is ignored. */
  variables?: Record<string, string>;
  /**
   * The outside world. It is asked first when the Worker fetches another host; unanswered requests go to
   * `answerOutside` (fakes, otherwise 502). It may change at any time: `let outside; startBuiltWorker({
   * outside: (request) => outside(request) })`.
   */
  outside?: Outside;
}

/** A built Worker that is served over HTTP. */
export interface BuiltWorker {
  /** Without a trailing slash. */
  url: string;
  /** Its bindings, to read and change its storage. */
  env: Env;
  close: () => Promise<void>;
}

/** Serves a built Worker over real HTTP, with its own empty storage. */
export async function startBuiltWorker(options: BuiltWorkerOptions = {}): Promise<BuiltWorker> {
  const { build = 'production', limits = 'raised', variables = {}, outside } = options;
  const folder = path.resolve(BUILD_FOLDERS[build], 'server');
  const built = path.join(folder, 'wrangler.json');
  if (!existsSync(built)) throw new Error(`${BUILD_FOLDERS[build]} is missing: npm test builds it`);
  process.env.CLOUDFLARE_CF_FETCH_ENABLED = 'false';
  process.env.WRANGLER_SEND_METRICS = 'false';
  const configPath = limits === 'real' ? built : writeRaisedLimits(folder, built);
  const secrets = { ...readExampleVariables(), ...variables };
  const server = createTestHarness({ workers: [{ configPath, secrets }] });
  const { url } = await answerOutsideOf({ build, outside }, () => server.listen());
  const worker = server.getWorker<Env>();
  await worker.applyD1Migrations('DB');
  return { url: url.origin, env: await worker.getEnv(), close: () => server.close() };
}

function readExampleVariables(): Record<string, string> {
  const variables = parseEnv(readFileSync('.dev.vars.example', 'utf8'));
  return z.record(z.string(), z.string()).parse(variables);
}

function writeRaisedLimits(folder: string, built: string): string {
  const config = BuiltConfig.parse(JSON.parse(readFileSync(built, 'utf8')));
  for (const { simple } of config.ratelimits) simple.limit = 100_000;
  const raised = path.join(folder, 'wrangler.tests.json');
  writeFileSync(raised, JSON.stringify(config));
  return raised;
}
