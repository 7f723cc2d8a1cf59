import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { decodeText } from '#app/platform/text/decode-text.ts';
import { fetchDocument } from '#app/platform/outbound/fetch-document.server.ts';
import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import { limitHosts, type HostCaller } from '#app/platform/outbound/limit-hosts.server.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { MAX_DOCUMENT_BYTES } from './composer-input.ts';

/** The document at an address that somebody named, fetched behind the guard on their behalf. */
export async function loadUrl(
  app: AppContext,
  address: string,
  caller: HostCaller,
): Promise<Result<{ text: string; url: string }, DraftProblem>> {
  const guardedFetch = createGuardedFetch({
    ownHosts: [new URL(app.origin).host],
    mayCall: limitHosts(app.env, caller),
  });
  const fetched = await fetchDocument(guardedFetch, address, { maxBytes: MAX_DOCUMENT_BYTES });
  if (!fetched.ok) {
    if (fetched.reason === 'tooLarge') return fail({ reason: 'tooLarge' });
    return fail({ reason: 'fetchFailed', message: fetched.message });
  }
  const { bytes, contentType, url } = fetched.value;
  const text = decodeText(bytes, contentType);
  // A Response that no network made has no address of its own.
  return text === null ? fail({ reason: 'notText' }) : succeed({ text, url: url || address });
}
