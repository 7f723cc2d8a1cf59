import { zValidator } from '@hono/zod-validator';
import { createUIMessageStreamResponse, UI_MESSAGE_STREAM_HEADERS } from 'ai';
import type { UIMessage, UIMessageChunk } from 'ai';
import { Hono } from 'hono';
import * as z from 'zod';

import { streamProduct } from '#app/billing/product-client.server.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { cutMessage } from '#app/chat/secrets/cut-message.ts';
import { randomId } from '#app/platform/ids.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { playScript } from './play-script.ts';
import { lastWords, readServer } from './read-conversation.ts';
import { pickScript } from './scripts.ts';

const MAX_BYTES = 1_048_576;

const Conversation = z.looseObject({
  messages: z
    .array(
      z.looseObject({
        id: z.string(),
        role: z.enum(['user', 'assistant', 'system']),
        parts: z.array(z.looseObject({ type: z.string() })),
      }),
    )
    .min(1)
    .max(200),
});

/**
 * A chat that keeps nothing: each request carries the whole conversation, each answer is a script in
 * the format of the builder's own stream. Where a product API is configured, it answers instead.
 */
export const mockChatApi = new Hono<AppEnv>().post(
  '/',
  limitBody(MAX_BYTES),
  async (c, next) => {
    const { app } = c.var;
    const refused = await refuseAboveRate(
      app,
      app.env.LIMIT_CALLS,
      `mock:${addressKey(c.req.raw)}`,
    );
    return refused ?? next();
  },
  zValidator('json', Conversation, answerInvalid),
  (c) => {
    const { app } = c.var;
    // Of a part only what its type needs is read, and all of that is checked where it is read.
    const said = c.req.valid('json').messages as UIMessage[];
    const conversation = said.map((message) => cutMessage(message).message);
    if (app.config.PRODUCT_API_URL !== '') {
      return forward(app, c.req.raw, { messages: conversation });
    }
    const script = pickScript(lastWords(conversation), readServer(conversation));
    const stream = toStream((sleep) => playScript(script, randomId(), sleep));
    return createUIMessageStreamResponse({ stream });
  },
);

async function forward(app: AppContext, request: Request, body: object): Promise<Response> {
  const bearer = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1];
  const asked = await streamProduct(app, {
    path: '/mockstatelesschat',
    body,
    signal: request.signal,
    ...(bearer === undefined ? {} : { bearer }),
  });
  if (asked.ok) return new Response(asked.value, { headers: UI_MESSAGE_STREAM_HEADERS });
  app.log.warn('product.chat.failed', { why: asked.reason === 'unavailable' ? asked.why : '401' });
  return problem(app, {
    status: asked.reason === 'refused' ? 401 : 502,
    detail: 'The product API did not answer the chat. Try again.',
  });
}

/** A stream that plays as fast as it is read at most, and stops when nobody reads it. */
function toStream(
  play: (sleep: (ms: number) => Promise<void>) => AsyncGenerator<UIMessageChunk>,
): ReadableStream<UIMessageChunk> {
  let isGone = false;
  const chunks = play(async (ms) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (isGone) throw new DOMException('Nobody listens.', 'AbortError');
  });
  return new ReadableStream({
    async pull(controller) {
      const next = await chunks.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    cancel() {
      isGone = true;
    },
  });
}
