import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { toVisitorKey } from '#app/auth/to-visitor-key.server.ts';
import { identify } from '#app/auth/caller.server.ts';
import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { getAccess } from '#app/drafts/draft-access.server.ts';
import { type DraftHead } from '#app/drafts/draft-state.ts';
import { Visibility } from '#app/drafts/visibility.ts';
import { NewChat } from '#app/drafts/draft.ts';
import { findDraft, type FindProblem } from '#app/drafts/find-draft.server.ts';
import { countRemix } from '#app/drafts/publishing/entry-index.server.ts';
import { requireOwner } from '#app/drafts/new-owner.server.ts';
import {
  applyToDraft,
  readDraft,
  toDraftStub,
  type DraftBindings,
} from '#app/drafts/store.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { cutCredentials } from '#app/platform/credentials/cut-credentials.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { stopChat, toChatStub } from './chat-stub.server.ts';
import { listChats } from './chat-index.server.ts';
import { answerChatProblem } from './chat-problem.server.ts';
import { ChatAnswer, ChatSettings } from './chat-view.ts';
import { findOwnChat } from './find-chat.server.ts';
import { forkChat } from './fork-chat.server.ts';
import { ChatPage } from './list/chat-page.ts';
import { readChat } from './read-chat.server.ts';
import { ListingDraft } from './share/listing-draft.ts';
import {
  publishSnapshot,
  relistChat,
  scanChat,
  type PublishFailure,
} from './share/publish-snapshot.server.ts';
import { ShareScan } from './share/share-scan.ts';
import { viewChat } from './view-chat.server.ts';

const ListQuery = z.object({
  q: z.string().trim().max(200).optional(),
  cursor: z
    .string()
    .regex(/^\d{1,16}\.[\w-]{1,64}$/)
    .optional(),
  /** Id of a project: only its chats. */
  project: z.string().max(64).optional(),
});

const ChatChange = z
  .strictObject({
    title: z.string().trim().min(1).max(120).optional(),
    visibility: z.optional(Visibility),
    /** How the showcase presents it: of one that is or becomes public. */
    listing: ListingDraft.optional(),
  })
  .refine((change) => Object.keys(change).length > 0, {
    error: 'must have title, visibility or listing',
  })
  .refine(({ visibility = 'public', listing }) => visibility === 'public' || !listing, {
    error: 'must have no listing unless it is public',
  });

const Fork = z.strictObject({ message: z.string().min(1).max(64).optional() });

/** Lists, names, shares, deletes and forks chats; part of `/api/chats`. */
export const ownChatsApi = new Hono<AppEnv>()
  .get('/', zValidator('query', ListQuery, answerInvalid), async (c) => {
    const caller = await identify(c.var.app, c.req.raw);
    if (!caller.ok) return answerAuthFailure(c.var.app, caller);
    if (caller.value.kind === 'user' && caller.value.isStale) {
      return answerAuthFailure(c.var.app, { reason: 'staleSession' });
    }
    if (caller.value.kind === 'nobody') {
      return answerJson(ChatPage, { chats: [], next: null }, { headers: PRIVATE_HEADERS });
    }
    const owner = caller.value.kind === 'user' ? caller.value.accountId : caller.value.guest.id;
    const { project, ...query } = c.req.valid('query');
    const page = await listChats(c.var.app.env.DB, { owner, project }, query);
    return answerJson(ChatPage, page, { headers: PRIVATE_HEADERS });
  })
  .patch('/:id', zValidator('json', ChatChange, answerInvalid), async (c) => {
    const found = await findOwnChat(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    return changeChat(c.var.app, found.value.head, c.req.valid('json'));
  })
  .delete('/:id', async (c) => {
    const found = await findOwnChat(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { id } = found.value.head;
    await stopChat(c.var.app.env, id);
    await applyToDraft(c.var.app.env, id, { kind: 'delete' });
    return c.body(null, 204);
  })
  .post('/:id/undelete', async (c) => {
    const deleted = await findDeleted(c.var.app, c.req.raw, c.req.param('id'));
    if (!deleted.ok) return answerProblem(c.var.app, deleted);
    const kept = await applyToDraft(c.var.app.env, deleted.value.id, { kind: 'undelete' });
    return kept.ok ? c.body(null, 204) : answerProblem(c.var.app, kept);
  })
  .get('/:id/share', async (c) => {
    const found = await findOwnChat(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const { env } = c.var.app;
    const { head } = found.value;
    const scan = await scanChat(env, head, await readChat(env, head.id));
    return answerJson(ShareScan, scan, { headers: PRIVATE_HEADERS });
  })
  .get('/:id/preview', async (c) => {
    const found = await findOwnChat(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const head = { ...found.value.head, visibility: 'unlisted' } as const;
    const shown = await viewChat(c.var.app, c.req.raw, { head, access: 'visitor' });
    return answerJson(ChatAnswer, shown, { headers: PRIVATE_HEADERS });
  })
  .post('/:id/fork', zValidator('json', Fork, answerInvalid), async (c) => {
    const { app } = c.var;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, addressKey(c.req.raw));
    if (refused) return refused;
    const found = await findDraft(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const owned = await requireOwner(app, c.req.raw);
    if (!owned.ok) return answerAuthFailure(app, owned);
    const message = c.req.valid('json').message ?? null;
    const forked = await forkChat(app, found.value, message, owned.value);
    if (!forked.ok) return answerChatProblem(app, forked);
    if (found.value.access === 'visitor') await noteRemix(app, c.req.raw, found.value.head);
    const headers = new Headers({ location: `/api/chats/${forked.value}` });
    if (owned.value.setCookie !== null) headers.append('set-cookie', owned.value.setCookie);
    return answerJson(NewChat, { id: forked.value }, { status: 201, headers });
  });

/** A copy is made, whether or not it can be counted. */
async function noteRemix(app: AppContext, request: Request, { id }: DraftHead): Promise<void> {
  try {
    const remixer = await toVisitorKey(app, request);
    if (remixer.ok) await countRemix(app.env.DB, id, remixer.value);
  } catch (error) {
    app.log.warn('remix.uncounted', { draft: id, error });
  }
}

/** All of a change, or nothing: a chat that is not shared as was asked keeps its title. */
async function changeChat(
  app: AppContext,
  { id }: DraftHead,
  change: z.infer<typeof ChatChange>,
): Promise<Response> {
  const { env } = app;
  const title = change.title === undefined ? undefined : cutCredentials(change.title).text;
  const changed = await changeSharing(env, id, { ...change, title });
  if (!changed.ok) return answerChatProblem(app, changed);
  if (title !== undefined) await toChatStub(env, id).rename(title);
  const { visibility: shown = 'private', snapshot } = changed.value;
  const called = title ?? (await readChat(env, id)).title;
  const facts = { id, title: called, visibility: shown };
  const listed = snapshot && { listing: snapshot.listing };
  return answerJson(ChatSettings, { ...facts, ...listed }, { headers: PRIVATE_HEADERS });
}

/** Shares a chat with others, or nobody any more, or changes how the showcase presents it. */
function changeSharing(
  env: DraftBindings,
  id: string,
  { title, visibility, listing }: z.infer<typeof ChatChange>,
): Promise<Result<DraftHead, PublishFailure>> {
  if (visibility === 'public') return publishSnapshot(env, id, { title, listing });
  if (visibility !== undefined) return applyToDraft(env, id, { kind: 'share', visibility });
  return listing ? relistChat(env, id, listing) : readDraft(env, id);
}

/** A chat that its owner deleted and may take back; for everybody else there is none. */
async function findDeleted(
  app: AppContext,
  request: Request,
  id: string,
): Promise<Result<DraftHead, FindProblem>> {
  if (!isRandomId(id)) return fail({ reason: 'unknown' });
  const head = await toDraftStub(app.env, id).readDeleted();
  if (head === null) return fail({ reason: 'unknown' });
  const access = await getAccess(app, request, head);
  if (!access.ok) return access;
  return access.value === 'owner' ? succeed(head) : fail({ reason: 'unknown' });
}
