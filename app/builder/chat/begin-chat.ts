import type { RequestFailure } from '#app/builder/api-request.ts';
import { createChat } from '#app/builder/draft-client.ts';
import { moveKeptText } from '#app/builder/use-kept-text.ts';
import type { Result } from '#app/platform/result.ts';

import { keepFirstMessage } from './first-message.ts';

/**
 * Makes an empty chat, whose own screen sends `text` as its first message.
 * @param field key of the kept text that it was typed in; what was typed behind it goes along
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
