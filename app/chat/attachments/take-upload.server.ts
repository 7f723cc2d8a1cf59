import { toChatStub } from '#app/chat/chat-stub.server.ts';
import { storeAttachment } from '#app/drafts/documents/attachment-blobs.server.ts';
import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { cutCredentials } from '#app/platform/credentials/cut-credentials.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { isPicture, isTooLarge, type AttachmentsFull } from './attachment-limits.ts';
import type { StoredAttachment } from './stored-attachment.ts';
import { TextSurveyor, type TextSurvey } from './survey-text.ts';

/** Why a file was not taken; the chat is as it was. */
export type UploadFailure =
  | AttachmentsFull
  | { reason: 'attachmentTooLarge' }
  /** Fewer or more bytes came than were announced, or others than the id says. */
  | { reason: 'attachmentBroken' }
  /** It is neither a text nor a picture. */
  | { reason: 'attachmentUnreadable' };

/** Stores the bytes of a file while they arrive, and makes it one of the chat's. */
export async function takeUpload(
  { env }: Pick<AppContext, 'env'>,
  { head }: FoundDraft,
  given: StoredAttachment,
  body: ReadableStream,
): Promise<Result<StoredAttachment, UploadFailure>> {
  const file = { ...given, name: cutCredentials(given.name).text };
  if (isTooLarge(file)) return fail({ reason: 'attachmentTooLarge' });
  const isKept = head.expiresAt === null;
  const attachments = toChatStub(env, head.id).openAttachments();
  const refused = await attachments.findRefusal(file.id, file.size, isKept);
  if (refused) return fail(refused);
  const surveyor = isPicture(file.mediaType) ? null : new TextSurveyor();
  let size = 0;
  const passing = body.pipeThrough(
    watchBytes((bytes) => {
      size += bytes.length;
      surveyor?.push(bytes);
    }),
  );
  const counted = new FixedLengthStream(file.size);
  const [stored, piped] = await Promise.allSettled([
    storeAttachment(env.BLOBS, file.id, counted.readable),
    passing.pipeTo(counted.writable),
  ]);
  if (piped.status === 'rejected' || size !== file.size)
    return fail({ reason: 'attachmentBroken' });
  if (stored.status === 'rejected') throw stored.reason;
  if (!stored.value) return fail({ reason: 'attachmentBroken' });
  return keep(attachments, file, surveyor ? surveyor.end() : null, isKept);
}

async function keep(
  attachments: ReturnType<ReturnType<typeof toChatStub>['openAttachments']>,
  file: StoredAttachment,
  survey: TextSurvey | null,
  isKept: boolean,
): Promise<Result<StoredAttachment, UploadFailure>> {
  // Nothing refers to its bytes: they are swept away.
  if (survey === null && !isPicture(file.mediaType))
    return fail({ reason: 'attachmentUnreadable' });
  const kept = await attachments.keep({ ...file, survey }, isKept);
  return kept.ok ? succeed(file) : kept;
}

function watchBytes(onBytes: (bytes: Uint8Array) => void): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk);
      controller.enqueue(chunk);
    },
  });
}
