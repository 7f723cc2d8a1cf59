import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { streamModelStep } from '#app/builder/models/steps/model-step.ts';
import { giveTurnBack } from '#app/chat/turns/turn-store.server.ts';
import type { StepEvent } from '#app/evals/loop/step.ts';
import { PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { admitStep, type AdmittedStep } from './admit-step.server.ts';
import { answerRefusal } from './answer-refusal.server.ts';
import { StepBody } from './step-body.ts';
import { toEventStream } from './to-event-stream.ts';

const MAX_BYTES = 2 * 1_048_576;

const TOO_LATE = 'The model took too long and was cancelled.';

/**
 * Steps of models whose tools the browser calls, mounted at `/api/tester`: messages and tools in, an event
 * stream of `StepEvent` out. Nothing of a conversation is kept.
 */
export const stepsApi = new Hono<AppEnv>().post(
  '/steps',
  limitBody(MAX_BYTES),
  async (c, next) => {
    const { app } = c.var;
    const key = `steps:${addressKey(c.req.raw)}`;
    return (await refuseAboveRate(app, app.env.LIMIT_CALLS, key)) ?? next();
  },
  zValidator('json', StepBody, answerInvalid),
  async (c) => {
    const { app } = c.var;
    const body = c.req.valid('json');
    const admitted = await admitStep(app, c.req.raw, body);
    if (!admitted.ok) return answerRefusal(app, admitted);
    const { setCookie } = admitted.value;
    const headers = new Headers({ ...PRIVATE_HEADERS, 'content-type': 'text/event-stream' });
    if (setCookie !== null) headers.append('set-cookie', setCookie);
    const stream = toEventStream<StepEvent>((signal, emit) =>
      takeStep(app, body, admitted.value, { signal, emit }),
    );
    return new Response(stream, { headers });
  },
);

async function* takeStep(
  app: AppContext,
  { instructions, messages, tools }: StepBody,
  { model, budget, maxOutputTokens, counted }: AdmittedStep,
  listener: { signal: AbortSignal; emit: (event: StepEvent) => void },
): AsyncGenerator<StepEvent> {
  const late = AbortSignal.timeout(budget.milliseconds);
  const signal = AbortSignal.any([listener.signal, late]);
  const begun = model.begin({
    deadline: Date.now() + budget.milliseconds,
    onAnswer: () => undefined,
    report: ({ reason }) => listener.emit({ type: 'waiting', reason }),
  });
  const asked = { instructions, messages, tools, signal };
  const { label, own: isOwn } = model.choice;
  const named = { model: begun, label, isOwn, price: model.price ?? null };
  let hasOutput = false;
  let hasFailed = false;
  try {
    for await (const event of streamModelStep(named, asked, maxOutputTokens)) {
      hasFailed ||= event.type === 'error';
      hasOutput ||= event.type !== 'error';
      if (event.type !== 'end' || counted === null) yield event;
      else yield { ...event, ticket: counted.ticket };
    }
  } catch (error) {
    // Nobody listens any more, or it is too late.
    if (!signal.aborted) throw error;
    hasFailed = late.aborted;
    if (late.aborted) yield { type: 'error', message: TOO_LATE };
  } finally {
    if (hasFailed && !hasOutput && counted?.isNew) {
      await giveTurnBack(app.env.DB, counted.counts, counted.turn.day).catch((error: unknown) =>
        app.log.warn('tester.turn.kept', { error }),
      );
    }
  }
}
