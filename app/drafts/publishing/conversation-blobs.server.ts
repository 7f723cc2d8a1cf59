import { sha256 } from '#app/platform/sha256.ts';

/** Location of published conversations in the bucket: `conversations/<hash>.json`. */
export const CONVERSATION_PREFIX = 'conversations/';

/** Keeps the text of a conversation under its hash, and gives that. */
export async function storeConversation(bucket: R2Bucket, text: string): Promise<string> {
  const hash = await sha256(text);
  await bucket.put(toKey(hash), text, { httpMetadata: { contentType: 'application/json' } });
  return hash;
}

/** The text of a published conversation; throws where it is missing, because a draft refers to it. */
export async function loadConversation(bucket: R2Bucket, hash: string): Promise<string> {
  const stored = await bucket.get(toKey(hash));
  if (stored === null) throw new Error(`Conversation ${hash} is not stored.`);
  return stored.text();
}

function toKey(hash: string): string {
  return `${CONVERSATION_PREFIX}${hash}.json`;
}
