import { toChatStub } from '#app/chat/chat-stub.server.ts';
import { readAttachmentPart } from '#app/drafts/documents/attachment-blobs.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { toBase64 } from '#app/platform/text/encoding.ts';

import type { ExportRecord } from './export-account.server.ts';

/** Bytes of a record: a multiple of three, so that the base64 of all parts can be joined. */
const PART = 384 * 1_024;

/**
 * The attached files of a chat, each in as many records as it has parts. Chats share the bytes of a file: what is
 * `written` already is named again, without its content.
 */
export async function* exportFiles(
  app: AppContext,
  chat: string,
  written: Set<string>,
): AsyncGenerator<ExportRecord> {
  const files = () => toChatStub(app.env, chat).openAttachments();
  let ids: string[];
  try {
    ids = await files().listIds();
  } catch (error) {
    app.log.error('export.unreadable', { draft: chat, error });
    yield { kind: 'unreadable', what: 'attachedFiles', chat };
    return;
  }
  for (const id of ids) {
    try {
      const known = await files().find(id);
      // It was forgotten meanwhile.
      if (known === null) continue;
      const { name, mediaType, size } = known;
      yield* exportFile(app, { chat, id, name, mediaType, size }, written);
    } catch (error) {
      app.log.error('export.unreadable', { draft: chat, file: id, error });
      yield { kind: 'unreadable', what: 'attachedFile', chat, id };
    }
  }
}

async function* exportFile(
  { env }: AppContext,
  file: { id: string; size: number; [member: string]: unknown },
  written: Set<string>,
): AsyncGenerator<ExportRecord> {
  const parts = Math.ceil(file.size / PART);
  if (written.has(file.id)) {
    yield { kind: 'attachedFile', ...file, part: 1, parts, content: null };
    return;
  }
  for (let part = 1; part <= parts; part += 1) {
    const offset = (part - 1) * PART;
    const length = Math.min(PART, file.size - offset);
    const content = toBase64(await readAttachmentPart(env.BLOBS, file.id, { offset, length }));
    yield { kind: 'attachedFile', ...file, part, parts, content };
  }
  written.add(file.id);
}
