import { Hono } from 'hono';

import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { openAttachment } from '#app/drafts/documents/attachment-blobs.server.ts';
import { findDraft, type FoundDraft } from '#app/drafts/find-draft.server.ts';
import { answerChatProblem } from '#app/chat/chat-problem.server.ts';
import { toChatStub } from '#app/chat/chat-stub.server.ts';
import { findOwnChat } from '#app/chat/find-chat.server.ts';
import { readChatFor } from '#app/chat/read-chat.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';

import { TOO_MANY_UPLOADS } from './attachment-limits.ts';
import { AttachmentId, listReferences, StoredAttachment } from './stored-attachment.ts';
import { takeUpload } from './take-upload.server.ts';

const MAX_NAME = 200;

/** Pictures that a browser draws without running anything; all else is only downloaded. */
const DRAWN = /^image\/(?:png|jpeg|gif|webp)$/;

/** Files of chats, part of `/api/chats`: uploaded as they are, read by who may read the chat. */
export const attachmentsApi = new Hono<AppEnv>()
  .put('/:id/attachments/:file', async (c) => {
    const { app } = c.var;
    const found = await findOwnChat(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const refused = await refuseGuest(app, c.req.raw, found.value);
    if (refused) return refused;
    const file = readFacts(c.req.raw, c.req.param('file'));
    const { body } = c.req.raw;
    if (file === null || body === null)
      return answerChatProblem(app, { reason: 'attachmentBroken' });
    const taken = await takeUpload(app, found.value, file, body);
    if (!taken.ok) return answerChatProblem(app, taken);
    return answerJson(StoredAttachment, taken.value, { status: 201, headers: PRIVATE_HEADERS });
  })
  .get('/:id/attachments/:file', async (c) => {
    const { app } = c.var;
    const found = await findDraft(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProblem(app, found);
    const file = await findToRead(app, found.value, c.req.param('file'));
    const stored = file && (await openAttachment(app.env.BLOBS, file.id));
    if (!file || !stored) return answerProblem(app, { reason: 'unknown' });
    return new Response(stored.body, { headers: toHeaders(file) });
  });

/** Guests upload less often: nobody knows who they are. */
async function refuseGuest(app: AppContext, request: Request, { head }: FoundDraft) {
  if (head.expiresAt === null) return null;
  const key = `guest:${addressKey(request)}`;
  return refuseAboveRate(app, app.env.LIMIT_UPLOADS, key, TOO_MANY_UPLOADS);
}

/** Reads what a request says about the file that it carries; null where something is missing. */
function readFacts({ headers }: Request, id: string): StoredAttachment | null {
  const size = Number(headers.get('content-length') ?? 0);
  const name = decodeName(headers.get('x-file-name') ?? '');
  const mediaType = headers.get('content-type') ?? '';
  const isWhole = name !== '' && mediaType !== '' && Number.isSafeInteger(size) && size > 0;
  if (!isWhole || !AttachmentId.safeParse(id).success) return null;
  // A pair that is cut in two could not be written as a header.
  const shown = name.slice(0, MAX_NAME).toWellFormed();
  return { id, name: shown, mediaType: mediaType.slice(0, MAX_NAME), size };
}

function decodeName(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '';
  }
}

/** A file of the chat; who does not own it reads only those of the messages that are shown. */
async function findToRead(
  app: AppContext,
  found: FoundDraft,
  id: string,
): Promise<StoredAttachment | null> {
  const file = await toChatStub(app.env, found.head.id).openAttachments().find(id);
  if (file === null || found.access === 'owner') return file;
  const { messages } = await readChatFor(app.env, found);
  return messages.some((message) => listReferences(message).includes(id)) ? file : null;
}

function toHeaders({ name, mediaType, size }: StoredAttachment): Record<string, string> {
  return {
    ...PRIVATE_HEADERS,
    vary: 'cookie, authorization',
    'content-type': DRAWN.test(mediaType) ? mediaType : 'application/octet-stream',
    'content-length': String(size),
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
}
