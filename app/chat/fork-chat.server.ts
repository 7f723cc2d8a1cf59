import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { Owner } from '#app/drafts/new-owner.server.ts';
import { discardDraft } from '#app/drafts/remove-drafts.server.ts';
import { seesSnapshot } from '#app/drafts/publishing/to-shown-head.ts';
import { applyToDraft, type DraftBindings } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { forkSnapshot, type ForkedSnapshot } from './share/fork-snapshot.server.ts';
import { toChatStub } from './chat-stub.server.ts';
import { chatBytesOf } from './chat-size.ts';

/**
 * Makes a chat of its own out of another one: its messages up to one of them, and the server as it
 * was then. Values of secrets are never part of it.
 */
export async function forkChat(
  app: Pick<AppContext, 'env' | 'log'>,
  found: FoundDraft,
  message: string | null,
  { owner, isKept }: Pick<Owner, 'owner' | 'isKept'>,
): Promise<
  Result<
    string,
    DraftProblem | { reason: 'noSuchMessage' } | { reason: 'forkTooMuch'; limit: number }
  >
> {
  const { env } = app;
  const { head, access } = found;
  const begin = seesSnapshot(head, access) ? forkSnapshot : forkLive;
  const begun = await begin(env, found, message);
  if (begun === null) return fail({ reason: 'noSuchMessage' });
  const { content, chat, bytes, attachments } = begun.forked;
  const limit = chatBytesOf({ isKept });
  if (bytes >= limit) return fail({ reason: 'forkTooMuch', limit });
  const id = randomId();
  try {
    const created = await applyToDraft(env, id, { kind: 'create', id, owner, isKept, content });
    if (!created.ok) return created;
    await toChatStub(env, id).adopt({ chat, attachments }, begun.texts);
  } catch (error) {
    await discardDraft(app, id, owner);
    throw error;
  }
  return succeed(id);
}

/** As {@link forkSnapshot}, of a chat as it is now. */
async function forkLive(
  env: DraftBindings,
  { head, access }: FoundDraft,
  message: string | null,
): Promise<ForkedSnapshot | null> {
  const from = toChatStub(env, head.id);
  const isOwn = access === 'owner';
  const forked = await from.fork(message, isOwn);
  if (forked === null) return null;
  const ids = forked.chat.messages.map((node) => node.id);
  return { forked, texts: await from.exportTexts(ids, isOwn) };
}
