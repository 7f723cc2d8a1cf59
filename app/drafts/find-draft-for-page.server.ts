import { data, redirectDocument, type LoaderFunctionArgs } from 'react-router';

import { loadShell } from '#app/auth/guard-pages.server.ts';
import { visitorContext, type Visitor } from '#app/auth/session/viewer.server.ts';
import { appContext } from '#app/platform/app-context.ts';

import { findDraftToShow, type FoundDraft } from './find-draft.server.ts';

/** Says the same of a draft that does not exist and of one that its visitor may not read. */
const NOT_FOUND = 'There is no such chat, or it is private. If it is yours, sign in.';

/**
 * Finds the draft of a page, or throws what the page is instead: 404, or 410 for an expired one. Null is a shell
 * without anything of the draft, whether or not it exists: the visitor's browser has to show a token first, as on a
 * protected page.
 */
export async function findDraftForPage(
  { request, url, context }: Pick<LoaderFunctionArgs, 'request' | 'url' | 'context'>,
  id: string,
): Promise<FoundDraft | null> {
  const found = await findDraftToShow(context.get(appContext), request, id);
  if (found.ok) return found.value;
  // oxlint-disable typescript/only-throw-error -- how a loader says which status it is
  if (found.reason === 'expired') throw data(null, { status: 410 });
  if (isKnown(context.get(visitorContext))) throw data(NOT_FOUND, { status: 404 });
  // Data for a client navigation has no shell: the browser asks for the document instead.
  if (new URL(request.url).pathname !== url.pathname) throw redirectDocument(url.href);
  // oxlint-enable typescript/only-throw-error
  return loadShell({ context });
}

/** Whether no token that the browser may still show would change what the visitor may see. */
function isKnown(visitor: Visitor): boolean {
  return visitor.kind === 'nobody' || (visitor.kind === 'user' && visitor.viewer.state === 'fresh');
}
