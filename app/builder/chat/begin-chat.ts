import type { RequestFailure } from '#app/builder/api-request.ts';
import { createChat } from '#app/builder/draft-client.ts';
import type { Result } from '#app/platform/result.ts';

import { keepFirstMessage } from './first-message.ts';

/** Makes an empty chat, whose own screen sends `text` as its first message. */
export async function beginChat(text: string): Promise<Result<{ id: string }, RequestFailure>> {
  const created = await createChat();
  if (created.ok) keepFirstMessage(created.value.id, text);
  return created;
}
