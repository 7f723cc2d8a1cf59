import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { Result } from '#app/platform/result.ts';
import { loadArtifactPart } from '#app/sandbox/artifact-store.server.ts';

import { loadDocument, loadDocumentText } from './documents/document-store.server.ts';
import type { DraftObject } from '../../workers/draft-object.ts';
import type { DraftEvent, DraftFailure, DraftHead } from './draft-state.ts';

/** The bindings that drafts are kept in. */
export type DraftBindings = Pick<Env, 'DRAFTS' | 'BLOBS'>;

/** The head of a draft, from its object. */
export async function readDraft(
  env: DraftBindings,
  id: string,
): Promise<Result<DraftHead, { reason: 'unknown' | 'expired' }>> {
  return toDraftStub(env, id).read();
}

/** Makes or changes a draft; what the event refers to must be stored already. */
export async function applyToDraft(
  env: DraftBindings,
  id: string,
  event: DraftEvent,
): Promise<Result<DraftHead, DraftFailure>> {
  return toDraftStub(env, id).apply(event);
}

/** Ends a draft of this owner for good. */
export async function removeDraft(env: DraftBindings, id: string, owner: string): Promise<void> {
  await toDraftStub(env, id).remove(owner);
}

export function loadBlueprint(env: DraftBindings, head: DraftHead): Promise<Blueprint> {
  return loadDocument(env.BLOBS, 'blueprints', head.blueprint);
}

/** The blueprint's JSON, as it is stored. */
export function loadBlueprintText(env: DraftBindings, head: DraftHead): Promise<string> {
  return loadDocumentText(env.BLOBS, 'blueprints', head.blueprint);
}

/** What the import could not carry over. */
export function loadWarnings(env: DraftBindings, head: DraftHead): Promise<PathProblem[]> {
  return loadDocument(env.BLOBS, 'warnings', head.warnings);
}

/** The project's files, sorted by path. */
export function loadFiles(env: DraftBindings, head: DraftHead) {
  return loadArtifactPart(env.BLOBS, head.artifact, 'files');
}

/** The object of a draft and its chat. */
export function toDraftStub(env: DraftBindings, id: string): DurableObjectStub<DraftObject> {
  return env.DRAFTS.get(env.DRAFTS.idFromName(id));
}
