import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { UI_MESSAGE_STREAM_HEADERS, type UIMessage } from 'ai';
import * as z from 'zod';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { refuseSwitchedOff } from '#app/controls/refuse-switched-off.server.ts';
import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { BLANK_BLUEPRINT } from '#app/drafts/blank-blueprint.ts';
import { NewChat } from '#app/drafts/draft.ts';
import { storeDocument } from '#app/drafts/documents/document-store.server.ts';
import { makeContent } from '#app/drafts/documents/make-content.server.ts';
import { findDraft } from '#app/drafts/find-draft.server.ts';
import { seesSnapshot } from '#app/drafts/publishing/to-shown-head.ts';
import { requireOwner } from '#app/drafts/new-owner.server.ts';
import { discardDraft } from '#app/drafts/remove-drafts.server.ts';
import { applyToDraft } from '#app/drafts/store.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { attachmentsApi } from './attachments/attachments-api.server.ts';
import { storeSentFiles } from './attachments/store-sent-files.server.ts';
import { askChat, stopChat, toChatStub } from './chat-stub.server.ts';
import type { Ask } from './turns/ask.ts';
import { answerChatProblem } from './chat-problem.server.ts';
import { isTooLong } from './chat-size.ts';
import { changesApi } from './changes/changes-api.server.ts';
import { ChatAnswer, ChatLimits } from './chat-view.ts';
import { findOwnChat } from './find-chat.server.ts';
import { ownChatsApi } from './own-chats-api.server.ts';
import { pointsApi } from './points-api.server.ts';
import { TurnBody } from './turns/turn-body.ts';
import { allowTurns } from './turns/turn-payer.server.ts';
import { viewChat, viewLimits } from './view-chat.server.ts';

const MAX_MESSAGE_BYTES = 26 * 1_048_576;

const Shown = z.strictObject({ leaf: z.string().min(1).max(64) });

/** Chats over HTTP, mounted at `/api/chats`. A chat has the id of its draft. */
export const chatsApi = new Hono<AppEnv>()
  .use(limitCalls)
  .post('/', async (c) => {
    const { app } = c.var;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, addressKey(c.req.raw));
    return refused ?? createChat(app, c.req.raw);
  })
  .route('/', ownChatsApi)
  .route('/', pointsApi)
  .route('/', changesApi)
  .route('/', attachmentsApi)
  .get('/:id', async (c) => {
    const found = await findDraft(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const view = await viewChat(c.var.app, c.req.raw, found.value);
    return answerJson(ChatAnswer, view, { headers: PRIVATE_HEADERS });
  })
  .get('/:id/limits', async (c) => {
    const found = await findOwnChat(c.var.app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(c.var.app, found);
    const limits = await viewLimits(c.var.app, c.req.raw, found.value);
    return answerJson(ChatLimits, limits, { headers: PRIVATE_HEADERS });
  })
  .post(
    '/:id/turns',
    limitBody(MAX_MESSAGE_BYTES),
    zValidator('json', TurnBody, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const address = addressKey(c.req.raw);
      const refused = await refuseAboveRate(app, app.env.LIMIT_TURNS, address);
      if (refused) return refused;
      const body = c.req.valid('json');
      const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
      if (!found.ok) return answerProblem(app, found);
      const { id, expiresAt } = found.value.head;
      const off = expiresAt === null ? null : await refuseSwitchedOff(app, 'guestTurns');
      if (off) return off;
      const ask = toAsk(body);
      if (ask.kind === 'send') {
        const stored = await storeSentFiles(app, found.value, ask.message);
        if (!stored.ok) return answerChatProblem(app, stored);
        ask.message = stored.value;
        if (isTooLong(ask.message)) return answerChatProblem(app, { reason: 'tooLong' });
      }
      const allowance = await allowTurns(app, c.req.raw, found.value.head, body.connection);
      const who = { origin: app.origin, ...allowance, model: body.model };
      const asked = await askChat(app.env, id, ask, who);
      if (!asked.ok) return answerChatProblem(app, asked);
      return new Response(asked.value, { headers: UI_MESSAGE_STREAM_HEADERS });
    },
  )
  .get('/:id/stream', async (c) => {
    const { app } = c.var;
    const found = await findDraft(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const { head, access } = found.value;
    if (seesSnapshot(head, access)) return c.body(null, 204);
    const after = Number(c.req.header('last-event-id') ?? 0);
    const stub = toChatStub(app.env, head.id);
    const stream = await stub.listen(Number.isSafeInteger(after) ? after : 0, access);
    if (stream === null) return c.body(null, 204);
    return new Response(stream, { headers: UI_MESSAGE_STREAM_HEADERS });
  })
  .post('/:id/stop', async (c) => {
    const { app } = c.var;
    const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    await stopChat(app.env, found.value.head.id);
    return c.body(null, 204);
  })
  .post('/:id/show', zValidator('json', Shown, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const shown = await toChatStub(app.env, found.value.head.id).show(c.req.valid('json').leaf);
    return shown.ok ? c.body(null, 204) : answerChatProblem(app, shown);
  });

function toAsk(body: TurnBody): Ask {
  const ids = { turn: randomId(), answer: randomId() };
  if ('retry' in body) return { kind: 'retry', ...ids, question: body.retry };
  if ('continue' in body) return { kind: 'continue', turn: ids.turn, answer: body.continue };
  const { message, parent } = body;
  const parts = message.parts.map((part): UIMessage['parts'][number] => {
    if (part.type === 'text') return { type: 'text', text: part.text };
    const { mediaType, filename, url } = part;
    return { type: 'file', mediaType, url, ...(filename === undefined ? {} : { filename }) };
  });
  const asked: UIMessage = { id: message.id, role: 'user', parts };
  return { kind: 'send', ...ids, message: asked, ...(parent === undefined ? {} : { parent }) };
}

async function createChat(app: AppContext, request: Request): Promise<Response> {
  const owned = await requireOwner(app, request);
  if (!owned.ok) return answerAuthFailure(app, owned);
  const { owner, isKept, setCookie } = owned.value;
  const stores = { bucket: app.env.BLOBS, loader: app.env.LOADER };
  const warnings = await storeDocument(app.env.BLOBS, 'warnings', []);
  const content = await makeContent(stores, BLANK_BLUEPRINT, warnings);
  if (!content.ok) return answerProblem(app, content);
  const id = randomId();
  const first = { kind: 'create' as const, id, owner, isKept, content: content.value };
  const created = await applyToDraft(app.env, id, first).catch(async (error: unknown) => {
    await discardDraft(app, id, owner);
    throw error;
  });
  if (!created.ok) return answerProblem(app, created);
  const headers = new Headers({ location: `/api/chats/${id}` });
  if (setCookie !== null) headers.append('set-cookie', setCookie);
  return answerJson(NewChat, { id }, { status: 201, headers });
}
