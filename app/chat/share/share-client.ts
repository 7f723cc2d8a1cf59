import { jsonRequest, requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import { ChatAnswer, ChatSettings } from '#app/chat/chat-view.ts';
import type { Visibility } from '#app/drafts/visibility.ts';
import type { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { ShareScan } from './share-scan.ts';

/** The content that others would see, possible secrets in it, and how the showcase presents it. */
export interface SharePreview
  extends
    Pick<ChatAnswer, 'id' | 'messages' | 'draft'>,
    Pick<ShareScan, 'secrets' | 'examples' | 'listing' | 'published'> {}

/** Loads the exact content that sharing a chat would show. */
export async function getSharePreview(id: string): Promise<Result<SharePreview, RequestFailure>> {
  const [scan, view] = await Promise.all([
    requestJson(ShareScan, chatPath(id, '/share')),
    requestJson(ChatAnswer, chatPath(id, '/preview')),
  ]);
  if (!scan.ok) return scan;
  if (!view.ok) return view;
  const { messages, draft } = view.value;
  const { secrets, examples, listing, published } = scan.value;
  return succeed({ id, messages, draft, secrets, examples, listing, published });
}

/** Makes a chat public as it is now, or publishes what has changed since. */
export function publishChat(
  id: string,
  listing: ShowcaseListing,
): Promise<Result<{ visibility: Visibility }, RequestFailure>> {
  const change = { visibility: 'public', listing };
  return requestJson(ChatSettings, chatPath(id), jsonRequest('PATCH', change));
}

/** Changes how the showcase presents a public chat. */
export function changeListing(
  id: string,
  listing: ShowcaseListing,
): Promise<Result<{ visibility: Visibility }, RequestFailure>> {
  return requestJson(ChatSettings, chatPath(id), jsonRequest('PATCH', { listing }));
}

/** Lets others read a chat, or nobody any more. */
export function setVisibility(
  id: string,
  visibility: Visibility,
): Promise<Result<{ visibility: Visibility }, RequestFailure>> {
  return requestJson(ChatSettings, chatPath(id), jsonRequest('PATCH', { visibility }));
}
