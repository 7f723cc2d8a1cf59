import { Hono } from 'hono';

import { answerGithubFailure } from '#app/github/github-problem.server.ts';
import { readGithub } from '#app/github/github-settings.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { addressKey, readBytes } from '#app/platform/outbound/http-limits.ts';
import { problem, type ProblemParts } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { readEvent } from './read-event.ts';
import { receiveDelivery, type Delivery } from './receive-delivery.server.ts';
import { isSignature, verifyDelivery } from './verify-delivery.server.ts';

/** GitHub sends nothing larger: https://docs.github.com/webhooks/webhook-events-and-payloads. */
const MAX_BODY_BYTES = 25 * 1_048_576;
const DELIVERY_ID = /^[\w-]{1,64}$/;

type Refusal = { reason: 'tooLarge' | 'forged' | 'notJson' | 'unnamed' | 'unread' };

/**
 * Where GitHub tells what has happened, mounted at `/github`. Its signature is the only credential. Answers 2xx once
 * the work is done; GitHub repeats nothing by itself, but shows what failed, and people send it again.
 */
export const githubWebhookApi = new Hono<AppEnv>().post('/webhook', async (c) => {
  const { app } = c.var;
  const settings = readGithub(app.config);
  if (!settings.ok) return answerGithubFailure(app, settings);
  const secrets = app.config.GITHUB_WEBHOOK_SECRET;
  if (secrets.length === 0) {
    return answerGithubFailure(app, { reason: 'githubOff', missing: ['GITHUB_WEBHOOK_SECRET'] });
  }
  const delivery = await readDelivery(c.req.raw, secrets);
  if (!delivery.ok) return refuse(app, c.req.raw, delivery);
  const work = receiveDelivery(app, settings.value, delivery.value);
  // GitHub hangs up after ten seconds, and the work goes on.
  app.waitUntil(work.catch(() => undefined));
  const outcome = await work;
  const { id, name } = delivery.value;
  app.log.info('github.delivery', { delivery: id, name, outcome });
  return c.body(null, 204);
});

async function readDelivery(
  request: Request,
  secrets: readonly string[],
): Promise<Result<Delivery, Refusal>> {
  const signature = request.headers.get('x-hub-signature-256') ?? undefined;
  if (!isSignature(signature)) return fail({ reason: 'forged' });
  const bytes = await readBytes(request, MAX_BODY_BYTES);
  if (!bytes.ok) return bytes;
  const body = new TextDecoder('utf-8', { fatal: false, ignoreBOM: true }).decode(bytes.value);
  if (!(await verifyDelivery(secrets, body, signature))) return fail({ reason: 'forged' });
  const id = request.headers.get('x-github-delivery') ?? '';
  const name = request.headers.get('x-github-event') ?? '';
  if (!DELIVERY_ID.test(id) || name === '') return fail({ reason: 'unnamed' });
  const value = parse(body);
  if (value === undefined) return fail({ reason: 'notJson' });
  const event = readEvent(name, value);
  return event.ok ? succeed({ id, name, event: event.value }) : event;
}

function parse(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** Only what is refused counts towards a rate: a busy organization sends many webhooks at once. */
async function refuse(app: AppContext, request: Request, { reason }: Refusal): Promise<Response> {
  app.log.warn('github.deliveryRefused', { reason });
  const key = `webhook:${addressKey(request)}`;
  const limited = await refuseAboveRate(app, app.env.LIMIT_SESSIONS, key);
  return limited ?? problem(app, REFUSALS[reason]);
}

const REFUSALS: Record<Refusal['reason'], ProblemParts> = {
  tooLarge: { status: 413, detail: 'A webhook may have 25 MB at most.' },
  forged: {
    status: 401,
    detail: 'The signature does not match this body: the secret of the webhook is another one.',
  },
  unnamed: { status: 400, detail: 'X-GitHub-Event or X-GitHub-Delivery is missing.' },
  notJson: {
    status: 415,
    detail: 'The body is no JSON: set the content type of the webhook to application/json.',
  },
  unread: { status: 422, detail: 'The body does not look as GitHub documents this event.' },
};
