/** Under this prefix stand the bytes of attached files, by their SHA-256. */
export const ATTACHMENT_PREFIX = 'attachments/';

/** Code of the bucket for bytes that are not those of the hash. */
const OTHER_BYTES = /\(10037\)|checksum/i;

/**
 * Stores bytes under their hash while they arrive; the same ones a second time are new for the sweep.
 * Returns whether they were those of the hash: nothing is stored otherwise.
 */
export async function storeAttachment(
  bucket: R2Bucket,
  hash: string,
  bytes: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer>,
): Promise<boolean> {
  try {
    await bucket.put(ATTACHMENT_PREFIX + hash, bytes, { sha256: hash });
    return true;
  } catch (error) {
    if (error instanceof Error && OTHER_BYTES.test(error.message)) return false;
    throw error;
  }
}

/** The bytes of an attached file; null where they are not stored. */
export function openAttachment(bucket: R2Bucket, hash: string): Promise<R2ObjectBody | null> {
  return bucket.get(ATTACHMENT_PREFIX + hash);
}

/** A part of the bytes of an attached file; throws where they are not stored, because a chat refers to them. */
export async function readAttachmentPart(
  bucket: R2Bucket,
  hash: string,
  range: { offset: number; length: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const stored = await bucket.get(ATTACHMENT_PREFIX + hash, { range });
  if (stored === null) throw new Error(`The attached file ${hash} is not stored.`);
  return new Uint8Array(await stored.arrayBuffer());
}
