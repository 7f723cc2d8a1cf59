import type { FileUIPart } from 'ai';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import { cutTyped } from '#app/chat/secrets/cut-typed.ts';
import { offerSecrets } from '#app/chat/secrets/offered-secrets.ts';
import { createChat } from '#app/drafts/draft-client.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { moveKeptText } from '#app/ui/use-kept-text.ts';

import { chatTextKey } from './chat-text-key.ts';
import { keepFirstMessage } from './first-message.ts';

/** A file that goes with a first message. */
export interface FirstFile {
  name: string;
  body: Blob;
  signal: AbortSignal;
  onProgress: (share: number) => void;
}

/** The chat of a file that was not uploaded: a further attempt makes no other one. */
let unused: { body: Blob; id: string } | null = null;

/**
 * Makes an empty chat, whose own screen sends `text` as its first message.
 *
 * @param field key of the kept text that it was typed in; text typed after it goes along
 * @param file goes with the message; the text stays in its field until the chat has it
 */
export async function beginChat(
  text: string,
  field?: string,
  file?: FirstFile,
): Promise<Result<{ id: string }, RequestFailure>> {
  const created = await createFor(file?.body);
  if (!created.ok) return created;
  const { id } = created.value;
  const files: FileUIPart[] = [];
  if (file) {
    unused = { body: file.body, id };
    const { uploadFile } = await import('./upload-file.ts');
    const uploaded = await uploadFile(id, file, file);
    if (!uploaded.ok) return uploaded;
    files.push(uploaded.value);
    unused = null;
  }
  const safe = await cutTyped(text);
  offerSecrets(id, safe.found);
  keepFirstMessage(id, { text: safe.text, files });
  if (field !== undefined) moveKeptText(field, text, chatTextKey(id));
  return created;
}

async function createFor(body: Blob | undefined): Promise<Result<{ id: string }, RequestFailure>> {
  if (unused === null || unused.body !== body) return createChat();
  return succeed({ id: unused.id });
}
