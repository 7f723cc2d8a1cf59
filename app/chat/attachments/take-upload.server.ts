import { toChatStub } from '#app/chat/chat-stub.server.ts';
import { storeAttachment } from '#app/drafts/documents/attachment-blobs.server.ts';
import type { DraftFull } from '#app/drafts/draft-budget.ts';
import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { cutCredentials, cutFileText } from '#app/platform/credentials/cut-credentials.ts';
import { boundSink } from '#app/platform/stores/bound-sink.ts';
import { BUCKET_WRITE_MS } from '#app/platform/stores/limit-database.server.ts';
import { decodeText } from '#app/platform/text/decode-text.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { isPicture, isTooLarge, type AttachmentsFull } from './attachment-limits.ts';
import type { StoredAttachment } from './stored-attachment.ts';
import { TextSurveyor, type TextSurvey } from './survey-text.ts';

/** Longer files are not looked through: nobody wrote them. */
const MAX_SEARCHED_BYTES = 1_048_576;

/** Why a file was not taken; the chat is as it was. */
export type UploadFailure =
  | AttachmentsFull
  /** It does not fit beside the server. */
  | DraftFull
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
  const surveyor = isPicture(file.mediaType) ? null : new TextSurveyor();
  const isStored = await storeArriving(env.BLOBS, file, held.value, surveyor);
  if (!isStored) return fail({ reason: 'attachmentBroken' });
  return keep(attachments, file, surveyor ? surveyor.end() : null, isKept);
}

/** Stores a body while it arrives; false where it broke off, or is not what was announced. */
async function storeArriving(
  bucket: R2Bucket,
  file: StoredAttachment,
  body: ReadableStream,
  surveyor: TextSurveyor | null,
): Promise<boolean> {
  const arrived = { size: 0, isWhole: false };
  const count = (bytes: Uint8Array) => {
    arrived.size += bytes.length;
    surveyor?.push(bytes);
  };
  const passing = body.pipeThrough(watchBytes(count, () => (arrived.isWhole = true)));
  const counted = new FixedLengthStream(file.size);
  const failing = new AbortController();
  const storing = storeAttachment(bucket, file.id, counted.readable).catch((error: unknown) => {
    // Nobody reads on, so what is yet to come would be waited for without an end.
    failing.abort(error);
    throw error;
  });
  const sink = boundSink(counted.writable, BUCKET_WRITE_MS);
  const piping = passing.pipeTo(sink, { signal: failing.signal });
  const [piped, stored] = await Promise.allSettled([piping, settleAfter(piping, storing)]);
  if (piped.status === 'rejected' && isTimeout(piped.reason)) throw piped.reason;
  const isCut = piped.status === 'rejected' && piped.reason !== failing.signal.reason;
  const isLess = arrived.isWhole && arrived.size < file.size;
  if (isCut || isLess || arrived.size > file.size) return false;
  if (stored.status === 'rejected') throw stored.reason;
  return stored.value;
}

/** Waits for the answer of the bucket: once it has all that it will get, it has some seconds left for it. */
async function settleAfter(piping: Promise<void>, storing: Promise<boolean>): Promise<boolean> {
  // Until then it takes as long as the sender, and may fail earlier.
  storing.catch(() => {});
  const late: unknown = await piping.then(
    () => null,
    (error: unknown) => error,
  );
  if (isTimeout(late)) throw late;
  return withTimeout(storing, BUCKET_WRITE_MS);
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === 'TimeoutError';
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

function watchBytes(
  onBytes: (bytes: Uint8Array) => void,
  onEnd: () => void = () => {},
): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      onBytes(chunk);
      controller.enqueue(chunk);
    },
    flush: onEnd,
  });
}
