import { version } from 'virtual:build';

import type { AppContext } from '#app/platform/app-context.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import {
  HEALTH_PARTS,
  toOverallStatus,
  type Health,
  type HealthPart,
  type PartHealth,
} from './health.ts';
import { probeSignInKeys, reachGithub, reachStripe } from './probe-services.server.ts';
import {
  readCache,
  readDatabase,
  runDynamicWorker,
  touchBucket,
  wakeObject,
  writeDatabase,
} from './probe-stores.server.ts';

type App = Pick<AppContext, 'env' | 'config' | 'log' | 'waitUntil'>;

/** Looks at a part: fails if the part does; null: the part is not set up. */
type Probe = (app: App) => Promise<void | null>;

const PROBES: Record<HealthPart, { probe: Probe; limitMs: number; keptMs: number }> = {
  database: { probe: readDatabase, limitMs: 1_000, keptMs: 5_000 },
  databaseWrites: { probe: writeDatabase, limitMs: 2_000, keptMs: 10_000 },
  cache: { probe: readCache, limitMs: 500, keptMs: 5_000 },
  bucket: { probe: touchBucket, limitMs: 2_000, keptMs: 10_000 },
  objects: { probe: wakeObject, limitMs: 2_000, keptMs: 5_000 },
  loader: { probe: runDynamicWorker, limitMs: 2_000, keptMs: 30_000 },
  // Others are asked once a minute.
  signInKeys: { probe: probeSignInKeys, limitMs: 2_000, keptMs: 60_000 },
  stripe: { probe: reachStripe, limitMs: 2_000, keptMs: 60_000 },
  github: { probe: reachGithub, limitMs: 2_000, keptMs: 60_000 },
};

/** A part that failed is looked at again soon, so that its recovery shows. */
const FAILURE_KEPT_MS = 5_000;

interface KeptPart extends PartHealth {
  checkedAt: number;
  until: number;
}

/** Findings of this isolate, by its variables. */
const kept = new WeakMap<App['config'], Map<HealthPart, KeptPart>>();

/** The findings that this isolate still believes, or null where some part has to be looked at again. */
export function getKeptHealth({ config }: Pick<App, 'config'>, now: number): Health | null {
  const parts = kept.get(config);
  if (!parts || HEALTH_PARTS.some((part) => now >= (parts.get(part)?.until ?? 0))) return null;
  return toHealth(parts);
}

/** Looks at each part whose finding is too old, all at the same time; none is waited for longer than its limit. */
export async function checkHealth(app: App, now: number): Promise<Health> {
  const parts = kept.get(app.config) ?? new Map<HealthPart, KeptPart>();
  kept.set(app.config, parts);
  const due = HEALTH_PARTS.filter((part) => now >= (parts.get(part)?.until ?? 0));
  for (const part of due) {
    const before = parts.get(part);
    // Whoever asks meanwhile is answered with the finding before, and looks at nothing.
    if (before) before.until = now + PROBES[part].limitMs;
  }
  await Promise.all(due.map(async (part) => parts.set(part, await look(app, part))));
  return toHealth(parts);
}

async function look(app: App, part: HealthPart): Promise<KeptPart> {
  const { probe, limitMs, keptMs } = PROBES[part];
  const began = Date.now();
  const status = await withTimeout(probeSafely(app, probe), limitMs).catch((error: unknown) => {
    app.log.error('health.failed', { part, error });
    return 'failed' as const;
  });
  const checkedAt = Date.now();
  const until = checkedAt + (status === 'failed' ? FAILURE_KEPT_MS : keptMs);
  return { status, milliseconds: checkedAt - began, checkedAt, until };
}

async function probeSafely(app: App, probe: Probe): Promise<'ok' | 'off'> {
  return (await probe(app)) === null ? 'off' : 'ok';
}

function toHealth(kept: ReadonlyMap<HealthPart, KeptPart>): Health {
  const toPart = (part: HealthPart): PartHealth => {
    const { status = 'failed', milliseconds = 0 } = kept.get(part) ?? {};
    return { status, milliseconds };
  };
  const parts = {
    database: toPart('database'),
    databaseWrites: toPart('databaseWrites'),
    cache: toPart('cache'),
    bucket: toPart('bucket'),
    objects: toPart('objects'),
    loader: toPart('loader'),
    signInKeys: toPart('signInKeys'),
    stripe: toPart('stripe'),
    github: toPart('github'),
  };
  // The oldest finding of those that are renewed with each check.
  const checkedAt = kept.get('database')?.checkedAt ?? 0;
  return {
    status: toOverallStatus(parts),
    version,
    checkedAt: new Date(checkedAt).toISOString(),
    parts,
    bindings: {
      DB: toBinding(parts.database, parts.databaseWrites),
      CACHE: toBinding(parts.cache),
      BLOBS: toBinding(parts.bucket),
      DRAFTS: toBinding(parts.objects),
      LOADER: toBinding(parts.loader),
    },
  };
}

function toBinding(...parts: readonly PartHealth[]): 'ok' | 'failed' {
  return parts.some(({ status }) => status === 'failed') ? 'failed' : 'ok';
}
