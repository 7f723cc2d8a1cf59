import { jsonRequest, requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import { chatPath } from '#app/chat/chat-client.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import type { DraftView } from '#app/drafts/draft.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import type { ShareScan } from './share-scan.ts';

/** Readers of a chat: its owner, people with the link, or everybody. */
export type Visibility = 'private' | 'unlisted' | 'public';

/** A chat as others get it. */
interface SharedView {
  messages: ChatMessage[];
  draft: DraftView;
}

/** The content that others would see, and possible secrets in it. */
export interface SharePreview extends SharedView {
  secrets: ShareScan['secrets'];
}

/** Loads the exact content that sharing a chat would show. */
export async function getSharePreview(id: string): Promise<Result<SharePreview, RequestFailure>> {
  const [scan, view] = await Promise.all([
    requestJson<ShareScan>(chatPath(id, '/share')),
    requestJson<SharedView>(chatPath(id, '/preview')),
  ]);
  if (!scan.ok) return scan;
  if (!view.ok) return view;
  const { messages, draft } = view.value;
  return succeed({ messages, draft, secrets: scan.value.secrets });
}

/** Lets others read a chat, or nobody any more. */
export function setVisibility(
  id: string,
  visibility: Visibility,
): Promise<Result<{ visibility: Visibility }, RequestFailure>> {
  return requestJson(chatPath(id), jsonRequest('PATCH', { visibility }));
}
