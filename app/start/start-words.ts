import type { RequestFailure } from '#app/api-client/api-request.ts';
import { beginChat, type FirstFile } from '#app/chat/composer/begin-chat.ts';
import { loadCutting } from '#app/chat/secrets/cut-typed.ts';
import { isDocument } from '#app/drafts/documents/is-document.ts';
import type { Result } from '#app/platform/result.ts';

// Whoever types may send soon.
void loadCutting();

/** Recognises what is imported; the page takes it for words until this is loaded. */
export const recognise = isDocument;

/**
 * Begins a chat with words; null where they are a document, which is imported instead.
 *
 * @param field key of the kept text that they were typed in
 * @param file goes with them
 */
export async function startWords(
  words: string,
  field: string,
  file?: FirstFile,
): Promise<Result<{ id: string }, RequestFailure> | null> {
  return !file && isDocument(words) ? null : beginChat(words, field, file);
}
