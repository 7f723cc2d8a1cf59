import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { limitStub, OBJECT_MS } from '#app/platform/stores/limit-stub.server.ts';
import { loadArtifactPart } from '#app/sandbox/artifact-store.server.ts';

import { loadDocument, loadDocumentText } from './documents/document-store.server.ts';
import type { DraftContent, DraftEvent, DraftFailure, DraftHead } from './draft-state.ts';
import { cacheHead, dropCachedHead, findCachedHead } from './head-cache.server.ts';

/** The bindings that drafts are kept in. */
export type DraftBindings = Pick<Env, 'DRAFTS' | 'BLOBS'>;

/** The head of a draft, from its object. */
export async function readDraft(
  env: DraftBindings,
  id: string,
): Promise<Result<DraftHead, { reason: 'unknown' | 'expired' }>> {
  return toDraftStub(env, id).read();
}

/**
 * The head of a draft for a call of its endpoint, at most `HEAD_CACHE_MS` old. It is remembered in
 * this isolate, and only of a draft that nobody is changing; {@link updateDraft} drops it.
 */
export async function readDraftToServe(
  env: DraftBindings,
  id: string,
  now: number,
): Promise<Result<DraftHead, { reason: 'unknown' | 'expired' }>> {
  const cached = findCachedHead(id, now);
  if (cached) return succeed(cached);
  const read = await toDraftStub(env, id).readToServe();
  if (!read.ok) return read;
  const { head, isAtWork } = read.value;
  if (!isAtWork) cacheHead(head, now);
  return succeed(head);
}

/** Creates or changes a draft; everything that the event refers to must be stored already. */
export async function applyToDraft(
  env: DraftBindings,
  id: string,
  event: DraftEvent,
): Promise<Result<DraftHead, DraftFailure>> {
  return updateDraft(env, id, (stub: DurableObjectStub<DraftCalls>) => stub.apply(event));
}

/** Ends a draft of this owner for good. */
export async function removeDraft(env: DraftBindings, id: string, owner: string): Promise<void> {
  await updateDraft(env, id, (stub: DurableObjectStub<DraftCalls>) => stub.remove(owner));
}

/** The blueprint of a draft, or of anything else with such a content. */
export function loadBlueprint(
  env: Pick<Env, 'BLOBS'>,
  head: Pick<DraftContent, 'blueprint'>,
): Promise<Blueprint> {
  return loadDocument(env.BLOBS, 'blueprints', head.blueprint);
}

/** The blueprint's JSON, as it is stored. */
export function loadBlueprintText(
  env: Pick<Env, 'BLOBS'>,
  head: Pick<DraftContent, 'blueprint'>,
): Promise<string> {
  return loadDocumentText(env.BLOBS, 'blueprints', head.blueprint);
}

/** Loads the warnings about the parts of the document that the import could not carry over. */
export function loadWarnings(
  env: Pick<Env, 'BLOBS'>,
  head: Pick<DraftContent, 'warnings'>,
): Promise<ImportWarning[]> {
  return loadDocument(env.BLOBS, 'warnings', head.warnings);
}

/** The project's files, sorted by path. */
export function loadFiles(env: Pick<Env, 'BLOBS'>, head: Pick<DraftContent, 'artifact'>) {
  return loadArtifactPart(env.BLOBS, head.artifact, 'files');
}

/** The calls of a draft's object that read the draft itself. */
interface DraftReads extends Rpc.DurableObjectBranded {
  /** The head of the draft. Reading an unknown id stores nothing. */
  read(): Result<DraftHead, { reason: 'unknown' | 'expired' }>;
  /** The head for a call of the draft's endpoint, and whether somebody is changing it now. */
  readToServe(): Result<{ head: DraftHead; isAtWork: boolean }, { reason: 'unknown' | 'expired' }>;
  /** The head of a draft that was deleted and may be taken back; null for every other. */
  readDeleted(): DraftHead | null;
}

/** All calls of a draft's object that concern the draft itself. */
export interface DraftCalls extends DraftReads {
  /** Makes the draft, or changes it when the named revision is still the current one. */
  apply(event: DraftEvent): Promise<Result<DraftHead, DraftFailure>>;
  /** Ends the draft of this owner for good; nobody else's, and a second time changes nothing. */
  remove(owner: string): Promise<void>;
}

/** The object of a draft, for calls that leave the draft as it is. */
export function toDraftStub(env: DraftBindings, id: string): DurableObjectStub<DraftReads> {
  return limitStub(env.DRAFTS.get(env.DRAFTS.idFromName(id)));
}

/**
 * Calls the object of a draft to change it. Even a call that fails may have: this isolate serves the
 * draft as it is from now on, others within `HEAD_CACHE_MS`.
 * @param milliseconds until the object counts as away
 */
export async function updateDraft<Outcome>(
  env: DraftBindings,
  id: string,
  change: (stub: ReturnType<DraftBindings['DRAFTS']['get']>) => Outcome,
  milliseconds = OBJECT_MS,
): Promise<Awaited<Outcome>> {
  try {
    return await change(limitStub(env.DRAFTS.get(env.DRAFTS.idFromName(id)), milliseconds));
  } finally {
    dropCachedHead(id);
  }
}
