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

let ourHash: Promise<string> | undefined;

/**
 * The isolate that runs an artifact, warm or new. Nothing of a caller goes in at load: it serves
 * all callers of that account, and keeps for good what it was loaded with.
 */
export async function loadArtifact(
  loader: WorkerLoader,
  { hash, account, loadModules }: LoadableArtifact,
): Promise<Fetcher<ToolEntry>> {
  // A deployment brings a new runtime, which must never meet an isolate of the old one.
  ourHash ??= sha256(OUR_MODULES);
  const id = await sha256([hash, account, COMPATIBILITY_DATE, await ourHash].join('|'));
  const worker = loader.get(id, async () => toWorkerCode(await loadModules()));
  return worker.getEntrypoint<ToolEntry>();
}
