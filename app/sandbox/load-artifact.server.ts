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
  artifact: LoadableArtifact,
): Promise<Fetcher<ToolEntry>> {
  const worker = loader.get(await nameOf(artifact), async () =>
    toWorkerCode(await artifact.loadModules()),
  );
  return worker.getEntrypoint<ToolEntry>();
}

/**
 * Has the next call load the artifact anew. A loader remembers under a name that its modules could not be
 * read, and possibly that its isolate is broken.
 */
export async function replaceIsolate(artifact: LoadableArtifact): Promise<void> {
  const name = await nameOf(artifact);
  names.set(toKey(artifact), await sha256(`${name}|${crypto.randomUUID()}`));
}

function toKey({ hash, account }: LoadableArtifact): string {
  return `${hash}|${account}`;
}

async function nameOf(artifact: LoadableArtifact): Promise<string> {
  const key = toKey(artifact);
  const known = names.get(key);
  if (known !== undefined) return known;
  // A deployment brings a new runtime, which must never run in an isolate of the old one.
  const parts = [key, COMPATIBILITY_DATE, await sha256(OUR_MODULES)];
  const name = await sha256(parts.join('|'));
  if (names.size >= MAX_NAMES) names.clear();
  names.set(key, name);
  return name;
}
