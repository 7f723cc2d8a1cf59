import { toChatStub } from '#app/chat/chat-stub.server.ts';
import { storeAttachment } from '#app/drafts/documents/attachment-blobs.server.ts';
import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { cutCredentials, cutFileText } from '#app/platform/credentials/cut-credentials.ts';
import { decodeText } from '#app/platform/decode-text.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { isPicture, isTooLarge, type AttachmentsFull } from './attachment-limits.ts';
import type { StoredAttachment } from './stored-attachment.ts';
import { TextSurveyor, type TextSurvey } from './survey-text.ts';

/** Longer files are not looked through: nobody wrote them. */
const MAX_SEARCHED_BYTES = 1_048_576;

/** Why a file was not taken; the chat is as it was. */
export type UploadFailure =
  | AttachmentsFull
  | { reason: 'attachmentTooLarge' }
  /** Fewer or more bytes came than were announced, or others than the id says. */
  | { reason: 'attachmentBroken' }
  /** It holds a credential; the page would have cut it out. */
  | { reason: 'attachmentHoldsSecret'; kind: string }
  /** It is neither a text nor a picture. */
  | { reason: 'attachmentUnreadable' };

/** Stores the bytes of a file while they arrive, and makes it one of the chat's. */
export async function takeUpload(
  { env }: Pick<AppContext, 'env'>,
  { head }: FoundDraft,
  given: StoredAttachment,
  sent: ReadableStream,
): Promise<Result<StoredAttachment, UploadFailure>> {
  const file = { ...given, name: cutCredentials(given.name).text };
  if (isTooLarge(file)) return fail({ reason: 'attachmentTooLarge' });
  const isKept = head.expiresAt === null;
  const attachments = toChatStub(env, head.id).openAttachments();
  const refused = await attachments.findRefusal(file.id, file.size, isKept);
  if (refused) return fail(refused);
  const held = await holdBack(file, sent);
  if (!held.ok) return held;
  const body = held.value;
  const surveyor = isPicture(file.mediaType) ? null : new TextSurveyor();
  let size = 0;
  const passing = body.pipeThrough(
    watchBytes((bytes) => {
      size += bytes.length;
      surveyor?.push(bytes);
    }),
  );
  const counted = new FixedLengthStream(file.size);
  const failing = new AbortController();
  const [stored, piped] = await Promise.allSettled([
    storeAttachment(env.BLOBS, file.id, counted.readable).catch((error: unknown) => {
      // Nobody reads on, so what is yet to come would be waited for without an end.
      failing.abort(error);
      throw error;
    }),
    passing.pipeTo(counted.writable, { signal: failing.signal }),
  ]);
  const isCut = piped.status === 'rejected' && piped.reason !== failing.signal.reason;
  if (isCut || (size !== file.size && !failing.signal.aborted))
    return fail({ reason: 'attachmentBroken' });
  if (stored.status === 'rejected') throw stored.reason;
  if (!stored.value) return fail({ reason: 'attachmentBroken' });
  return keep(attachments, file, surveyor ? surveyor.end() : null, isKept);
}

/** A short text is looked through before anything of it is stored; the rest passes as it comes. */
async function holdBack(
  { size, mediaType }: StoredAttachment,
  body: ReadableStream,
): Promise<Result<ReadableStream, UploadFailure>> {
  if (isPicture(mediaType) || size > MAX_SEARCHED_BYTES) return succeed(body);
  const bytes = await readAtMost(body, size);
  if (bytes === null) return fail({ reason: 'attachmentBroken' });
  const [found] = cutFileText(decodeText(bytes, null) ?? '').cut;
  if (found) return fail({ reason: 'attachmentHoldsSecret', kind: found.kind });
  return succeed(new Blob([bytes]).stream());
}

/** The bytes of a body; null where it has more, or breaks. */
async function readAtMost(
  body: ReadableStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | null> {
  let size = 0;
  const limited = body.pipeThrough(
    watchBytes((bytes) => {
      size += bytes.length;
      if (size > most) throw new RangeError('The body is longer than it was announced.');
    }),
  );
  try {
    return new Uint8Array(await new Response(limited).arrayBuffer());
  } catch {
    return null;
  }
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
