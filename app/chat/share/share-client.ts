import { jsonRequest, requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import { ChatAnswer, ChatSettings } from '#app/chat/chat-view.ts';
import type { Visibility } from '#app/drafts/draft-state.ts';
import { succeed, type Result } from '#app/platform/result.ts';

import { ShareScan } from './share-scan.ts';

/** The content that others would see, and possible secrets in it. */
export interface SharePreview extends Pick<ChatAnswer, 'id' | 'messages' | 'draft'> {
  secrets: ShareScan['secrets'];
  /** Examples of an imported document that look like secrets. */
  examples: ShareScan['examples'];
}

/** Loads the exact content that sharing a chat would show. */
export async function getSharePreview(id: string): Promise<Result<SharePreview, RequestFailure>> {
  const [scan, view] = await Promise.all([
    requestJson(ShareScan, chatPath(id, '/share')),
    requestJson(ChatAnswer, chatPath(id, '/preview')),
  ]);
  if (!scan.ok) return scan;
  if (!view.ok) return view;
  const { messages, draft } = view.value;
  const { secrets, examples } = scan.value;
  return succeed({ id, messages, draft, secrets, examples });
}

/** Lets others read a chat, or nobody any more. */
export function setVisibility(
  id: string,
  visibility: Visibility,
): Promise<Result<{ visibility: Visibility }, RequestFailure>> {
  return requestJson(ChatSettings, chatPath(id), jsonRequest('PATCH', { visibility }));
}
