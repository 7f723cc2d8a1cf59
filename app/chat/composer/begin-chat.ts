import type { RequestFailure } from '#app/api-client/api-request.ts';
import { createChat } from '#app/drafts/draft-client.ts';
import type { Result } from '#app/platform/result.ts';
import { moveKeptText } from '#app/ui/use-kept-text.ts';

import { keepFirstMessage } from './first-message.ts';

/**
 * Makes an empty chat, whose own screen sends `text` as its first message.
 *
 * @param field key of the kept text that it was typed in; text typed after it goes along
 */
export async function beginChat(
  text: string,
  field?: string,
): Promise<Result<{ id: string }, RequestFailure>> {
  const created = await createChat();
  if (!created.ok) return created;
  const { id } = created.value;
  keepFirstMessage(id, text);
  if (field !== undefined) moveKeptText(field, text, `chat-text:${id}`);
  return created;
}
