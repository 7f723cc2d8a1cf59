import type { FileUIPart, UIMessage } from 'ai';

import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { cutFileText } from '#app/platform/credentials/cut-credentials.ts';
import { decodeText } from '#app/platform/text/decode-text.ts';
import { fromBase64 } from '#app/platform/text/encoding.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';

import { isPicture } from './attachment-limits.ts';
import { readReference, toAttachmentPart } from './stored-attachment.ts';
import { takeUpload, type UploadFailure } from './take-upload.server.ts';

/** Stores files whose bytes stand in a message; the message only refers to them from then on. */
export async function storeSentFiles(
  app: Pick<AppContext, 'env'>,
  found: FoundDraft,
  message: UIMessage,
): Promise<Result<UIMessage, UploadFailure>> {
  const parts: UIMessage['parts'] = [];
  for (const part of message.parts) {
    if (part.type !== 'file' || readReference(part) !== null) {
      parts.push(part);
      continue;
    }
    const stored = await storeFile(app, found, part);
    if (!stored.ok) return stored;
    parts.push(stored.value);
  }
  return succeed({ ...message, parts });
}

async function storeFile(
  app: Pick<AppContext, 'env'>,
  found: FoundDraft,
  { url, mediaType, filename = 'file' }: FileUIPart,
): Promise<Result<FileUIPart, UploadFailure>> {
  const bytes = fromBase64(url.slice(url.indexOf(',') + 1));
  if (bytes === null || bytes.length === 0) return fail({ reason: 'attachmentUnreadable' });
  const kept = cutFile(bytes, mediaType);
  const body = new Blob([kept]);
  const file = { id: await sha256(kept), name: filename, mediaType, size: body.size };
  const taken = await takeUpload(app, found, file, body.stream());
  return taken.ok ? succeed(toAttachmentPart(taken.value)) : taken;
}

/** A file without the credentials in its text. */
function cutFile<Bytes extends Uint8Array>(bytes: Bytes, mediaType: string): Bytes | string {
  const text = isPicture(mediaType) ? null : decodeText(bytes, null);
  const { text: kept, cut } = cutFileText(text ?? '');
  return cut.length === 0 ? bytes : kept;
}
