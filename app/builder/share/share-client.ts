import { jsonRequest, requestJson, type RequestFailure } from '#app/builder/api-request.ts';
import { chatPath } from '#app/builder/chat/chat-client.ts';
import type { Result } from '#app/platform/result.ts';

/** Who may read a chat: its owner, whoever has the link, or everybody. */
export type Visibility = 'private' | 'unlisted' | 'public';

/** What others would see, and what looks like a secret in it. */
export interface SharePreview {
  messages: number;
  tools: number;
  secrets: { where: string; kind: string; masked: string }[];
}

/** What sharing a chat would show. */
export function getSharePreview(id: string): Promise<Result<SharePreview, RequestFailure>> {
  return requestJson(chatPath(id, '/share'));
}

/** Lets others read a chat, or nobody any more. */
export function setVisibility(
  id: string,
  visibility: Visibility,
): Promise<Result<{ visibility: Visibility }, RequestFailure>> {
  return requestJson(chatPath(id), jsonRequest('PATCH', { visibility }));
}
