import { readChat, toReaderView } from '#app/chat/read-chat.server.ts';
import { listReferences } from '#app/chat/attachments/stored-attachment.ts';
import type { ChatView } from '#app/chat/chat-view.ts';
import type { DraftFailure, DraftHead, NewSnapshot } from '#app/drafts/draft-state.ts';
import { openAttachment } from '#app/drafts/documents/attachment-blobs.server.ts';
import { storeConversation } from '#app/drafts/publishing/conversation-blobs.server.ts';
import type { ShowcaseListing } from '#app/drafts/publishing/showcase-listing.ts';
import { toContent } from '#app/drafts/restore-points.ts';
import { applyToDraft, loadBlueprint, loadWarnings, readDraft } from '#app/drafts/store.server.ts';
import type { DraftBindings } from '#app/drafts/store.server.ts';
import { fail, type Result } from '#app/platform/result.ts';
import { sha256 } from '#app/platform/sha256.ts';
import { decodeText } from '#app/platform/text/decode-text.ts';

import { findInListing, scanForSecrets } from './scan-for-secrets.ts';
import type { SharedSecret, ShareScan } from './share-scan.ts';
import { suggestListing } from './suggest-listing.ts';

/** Why a chat is not made public, or its listing is not changed. */
export type PublishFailure =
  | DraftFailure
  | { reason: 'secretsFound'; secrets: SharedSecret[] }
  | { reason: 'busy'; turn: string }
  | { reason: 'notPublic' };

/**
 * Makes a chat public as it is now: its conversation, its files and its server, looked through for secrets. Exactly
 * those texts are published, whatever happens to the chat meanwhile. Later changes are shown to nobody before they are
 * published as well.
 *
 * @param under its listing, and the title that it is about to have; where absent, those that it has or would get
 */
export async function publishSnapshot(
  env: DraftBindings,
  id: string,
  under: { listing?: ShowcaseListing | undefined; title?: string | undefined } = {},
): Promise<Result<DraftHead, PublishFailure>> {
  const current = await readChat(env, id);
  const chat = { ...current, title: under.title ?? current.title };
  if (chat.isRunning) return fail({ reason: 'busy', turn: '' });
  const read = await readDraft(env, id);
  if (!read.ok) return read;
  const scan = await scanChat(env, read.value, chat, under.listing);
  const { secrets, listing } = scan;
  if (secrets.length > 0) return fail({ reason: 'secretsFound', secrets });
  const snapshot: NewSnapshot = {
    listing,
    content: toContent(read.value),
    conversation: await storeConversation(env.BLOBS, toText(chat)),
    files: [...new Set(chat.messages.flatMap(listReferences))],
    revision: read.value.revision,
  };
  return applyToDraft(env, id, { kind: 'share', visibility: 'public', snapshot });
}

/** Changes the words of a public chat in the showcase. */
export async function relistChat(
  env: DraftBindings,
  id: string,
  listing: ShowcaseListing,
): Promise<Result<DraftHead, PublishFailure>> {
  const read = await readDraft(env, id);
  if (!read.ok) return read;
  if (!read.value.snapshot) return fail({ reason: 'notPublic' });
  const secrets = findInListing(listing);
  if (secrets.length > 0) return fail({ reason: 'secretsFound', secrets });
  return applyToDraft(env, id, { kind: 'list', listing });
}

/** Looks through the parts of a chat that others would see, under the listing that it has or would have. */
export async function scanChat(
  env: DraftBindings,
  head: DraftHead,
  chat: ChatView,
  given?: ShowcaseListing,
): Promise<ShareScan> {
  const [blueprint, warnings] = await Promise.all([
    loadBlueprint(env, head),
    loadWarnings(env, head),
  ]);
  const { snapshot } = head;
  const listing = given ?? snapshot?.listing ?? suggestListing(chat.title, blueprint);
  const found = await scanForSecrets({ ...chat, listing, warnings }, blueprint, async (file) => {
    const stored = await openAttachment(env.BLOBS, file);
    return stored && decodeText(new Uint8Array(await stored.arrayBuffer()), null);
  });
  if (!snapshot) return { ...found, listing, published: null };
  const isSame =
    snapshot.revision === head.revision && snapshot.conversation === (await sha256(toText(chat)));
  return { ...found, listing, published: { at: snapshot.updatedAt, isCurrent: isSame } };
}

/** The conversation as it is published. */
function toText(chat: ChatView): string {
  return JSON.stringify(toReaderView(chat));
}
