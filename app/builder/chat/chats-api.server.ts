import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { UI_MESSAGE_STREAM_HEADERS, type UIMessage } from 'ai';
import * as z from 'zod';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/http-limits.ts';
import { randomId } from '#app/platform/ids.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { answerProblem } from '#app/builder/answer-draft.server.ts';
import { BLANK_BLUEPRINT } from '#app/builder/blank-blueprint.ts';
import { storeDocument } from '#app/builder/document-store.server.ts';
import { viewDraft } from '#app/builder/draft-view.server.ts';
import { dropLease } from '#app/builder/lease.server.ts';
import { makeContent } from '#app/builder/make-content.server.ts';
import { requireOwner } from '#app/builder/new-owner.server.ts';
import { applyToDraft, toDraftStub } from '#app/builder/store.server.ts';

import type { Ask, AskFailure } from './chat-room.server.ts';
import { findOwnChat } from './find-chat.server.ts';
import { pointsApi } from './points-api.server.ts';
import { readChat } from './read-chat.server.ts';
import { budgetOf } from './turn-budget.ts';

const MAX_MESSAGE_BYTES = 26 * 1_048_576;
const Id = z.string().regex(/^[\w-]{1,64}$/);

const NewMessage = z.strictObject({
  message: z.looseObject({
    id: Id,
    role: z.literal('user'),
    parts: z
      .array(z.looseObject({ type: z.literal('text'), text: z.string().max(25 * 1_048_576) }))
      .min(1)
      .max(20),
  }),
  /** The message that it follows; the last one shown where absent, none where null. */
  parent: Id.nullable().optional(),
});

/** A new message, or the id of one that is to be answered once more. */
const Turn = z.union([NewMessage, z.strictObject({ retry: Id })]);

/** Chats over HTTP, mounted at `/api/chats`. A chat has the id of its draft. */
export const chatsApi = new Hono<AppEnv>()
  .use(async (c, next) => {
    const { app } = c.var;
    const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, `api:${addressKey(c.req.raw)}`);
    return refused ?? next();
  })
  .post('/', async (c) => {
    const { app } = c.var;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, addressKey(c.req.raw));
    return refused ?? createChat(app, c.req.raw);
  })
  .route('/', pointsApi)
  .get('/:id', async (c) => {
    const { app } = c.var;
    const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const { head, access } = found.value;
    const [chat, draft] = await Promise.all([
      readChat(app.env, head.id),
      viewDraft(app, head, access),
    ]);
    const body = { id: head.id, visibility: 'private', ...chat, draft };
    return c.json(body, 200, { 'cache-control': 'private, no-store' });
  })
  .post(
    '/:id/turns',
    limitBody(MAX_MESSAGE_BYTES),
    zValidator('json', Turn, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const body = c.req.valid('json');
      const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
      if (!found.ok) return answerProblem(app, found);
      const { id } = found.value.head;
      const ask = toAsk(body);
      const budget = budgetOf(found.value.head.expiresAt === null ? 'free' : 'guest');
      const asked = await toDraftStub(app.env, id).ask(ask, { origin: app.origin, budget });
      dropLease(id);
      if (!asked.ok) return refuseTurn(app, asked);
      return new Response(asked.value, { headers: UI_MESSAGE_STREAM_HEADERS });
    },
  )
  .get('/:id/stream', async (c) => {
    const { app } = c.var;
    const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const after = Number(c.req.header('last-event-id') ?? 0);
    const stub = toDraftStub(app.env, found.value.head.id);
    const stream = await stub.listen(Number.isSafeInteger(after) ? after : 0);
    if (stream === null) return c.body(null, 204);
    return new Response(stream, { headers: UI_MESSAGE_STREAM_HEADERS });
  })
  .post('/:id/stop', async (c) => {
    const { app } = c.var;
    const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    await toDraftStub(app.env, found.value.head.id).stop();
    return c.body(null, 204);
  });

function toAsk(body: z.infer<typeof Turn>): Ask {
  const ids = { turn: randomId(), answer: randomId() };
  if ('retry' in body) return { kind: 'retry', ...ids, question: body.retry };
  const { message, parent } = body;
  const asked: UIMessage = { id: message.id, role: 'user', parts: message.parts };
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
  const created = await applyToDraft(app.env, id, {
    kind: 'create',
    id,
    owner,
    isKept,
    content: content.value,
  });
  if (!created.ok) return answerProblem(app, created);
  const headers = new Headers({ location: `/api/chats/${id}` });
  if (setCookie !== null) headers.append('set-cookie', setCookie);
  return Response.json({ id }, { status: 201, headers });
}

function refuseTurn(
  app: AppContext,
  failure: AskFailure | { reason: 'unknown' | 'expired' },
): Response {
  switch (failure.reason) {
    case 'busy':
      return problem(app, {
        status: 409,
        detail: 'The builder is still at work on an earlier message. Wait for it, or stop it.',
      });
    case 'known':
      return problem(app, { status: 409, detail: 'This message was sent already.' });
    case 'noSuchMessage':
      return problem(app, { status: 404, detail: 'The message before this one is not there.' });
    case 'nothingToContinue':
      return problem(app, {
        status: 409,
        detail: 'The last answer is whole: say what to do next.',
      });
    case 'storageFull':
      return problem(app, {
        status: 507,
        detail: 'The storage of this chat is full, so the message was not taken. Fork it to go on.',
      });
    case 'full':
      return problem(app, { status: 413, detail: 'This chat is full. Fork it to go on.' });
    default:
      return answerProblem(app, failure);
  }
}
