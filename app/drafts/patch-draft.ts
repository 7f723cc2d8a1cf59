import { jsonRequest, requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import type { Edit } from '#app/blueprint/edit.ts';
import type { Result } from '#app/platform/result.ts';

import { draftPath } from './draft-client.ts';
import { DraftView } from './draft.ts';

/** Characters up to which a body may outlive its page: browsers take 64 kB of all such bodies together. */
const MAX_KEPT_ALIVE = 16_000;

/** A change of a draft that was made on the screen. */
export interface PageChange {
  edits?: Edit[];
  environment?: DraftView['environment'];
}

/** Applies edits to the revision that the page shows; a newer one on the server answers 412. */
export function patchDraft(
  id: string,
  revision: number,
  change: PageChange,
): Promise<Result<DraftView, RequestFailure>> {
  const request = jsonRequest('PATCH', change, { 'if-match': `"${revision}"` });
  return requestJson(DraftView, draftPath(id), outlivePage(request));
}

/**
 * Sends the changes that have no answer yet while their page goes away, and waits for nothing. The first of them may
 * have arrived before: then all together are refused, and those behind it are made on top of it.
 */
export function patchOnLeave(id: string, revision: number, changes: readonly PageChange[]): void {
  const send = (from: number, sent: readonly PageChange[]) => {
    const request = jsonRequest('PATCH', mergeChanges(sent), { 'if-match': `"${from}"` });
    // Waiting for a token would take longer than the page has: the cookies say who it is.
    void fetch(draftPath(id), outlivePage(request)).catch(() => {});
  };
  if (changes.length > 0) send(revision, changes);
  if (changes.length > 1) send(revision + 1, changes.slice(1));
}

function mergeChanges(changes: readonly PageChange[]): PageChange {
  const edits = changes.flatMap((change) => change.edits ?? []);
  const environment = changes.findLast((change) => change.environment)?.environment;
  return { ...(edits.length > 0 && { edits }), ...(environment && { environment }) };
}

/** Has a request with a small body arrive, even where its page is left or reloaded before that. */
function outlivePage(request: RequestInit): RequestInit {
  const { body } = request;
  return { ...request, keepalive: typeof body === 'string' && body.length <= MAX_KEPT_ALIVE };
}
