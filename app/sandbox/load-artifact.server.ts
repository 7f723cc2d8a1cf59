import { sha256 } from '#app/platform/sha256.ts';

import { COMPATIBILITY_DATE } from './compatibility.ts';
import { OUR_MODULES, toWorkerCode, type Modules } from './module-map.server.ts';
import type ToolEntry from './tool-entry.ts';

export interface LoadableArtifact {
  hash: string;
  /** Who owns it: two accounts never share an isolate. */
  account: string;
  /** Read only when no isolate is warm. */
  loadModules: () => Promise<Modules>;
}

/** Names of isolates that this isolate remembers, so that a warm call does not hash for its own. */
const MAX_NAMES = 1_000;

const names = new Map<string, string>();

/**
 * The isolate that runs an artifact, warm or new. Nothing of a caller goes in at load: it serves
 * all callers of that account, and keeps for good what it was loaded with.
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

async function nameOf(hash: string, account: string): Promise<string> {
  const key = `${hash}|${account}`;
  const known = names.get(key);
  if (known !== undefined) return known;
  // A deployment brings a new runtime, which must never meet an isolate of the old one.
  const name = await sha256([key, COMPATIBILITY_DATE, await sha256(OUR_MODULES)].join('|'));
  if (names.size >= MAX_NAMES) names.clear();
  names.set(key, name);
  return name;
}
