import { randomId } from '#app/platform/ids.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { COMPATIBILITY_DATE } from './compatibility.ts';
import { OUR_MODULES, toWorkerCode, type Modules } from './module-map.server.ts';
import type ToolEntry from './tool-entry.ts';

export interface LoadableArtifact {
  hash: string;
  /** Its owner: two accounts never share an isolate. */
  account: string;
  /** Read only when no isolate is warm. */
  loadModules: () => Promise<Modules>;
}

/** Number of isolate names remembered, so that a warm call does not hash again. */
const MAX_NAMES = 1_000;

const names = new Map<string, string>();

/**
 * The isolate that runs an artifact, warm or new. Nothing of a caller goes in at load: it serves all callers
 * of that account, and keeps what it was loaded with.
 */
export async function loadArtifact(
  loader: WorkerLoader,
  { hash, account, loadModules }: LoadableArtifact,
): Promise<Fetcher<ToolEntry>> {
  const worker = loader.get(await nameOf(hash, account), async () =>
    toWorkerCode(await loadModules()),
  );
  return worker.getEntrypoint<ToolEntry>();
}

/** Gives an artifact another isolate from now on: the one that it has was lost, or could not be loaded. */
export async function replaceIsolate({ hash, account }: LoadableArtifact): Promise<void> {
  names.delete(toKey(hash, account));
  await nameOf(hash, account, randomId());
}

async function nameOf(hash: string, account: string, mark = ''): Promise<string> {
  const key = toKey(hash, account);
  const known = names.get(key);
  if (known !== undefined) return known;
  // A deployment brings a new runtime, which must never run in an isolate of the old one.
  const parts = [key, COMPATIBILITY_DATE, await sha256(OUR_MODULES), mark];
  const name = await sha256(parts.join('|'));
  if (names.size >= MAX_NAMES) names.clear();
  names.set(key, name);
  return name;
}

function toKey(hash: string, account: string): string {
  return `${hash}|${account}`;
}
