import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { identify } from '#app/auth/caller.server.ts';
import { issueGuest } from '#app/auth/guest.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { checkOutboundUrl } from '#app/platform/outbound/outbound-url.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { NewConnection, NewProvider } from './new-model-key.ts';
import { listOffered } from './offered-models.server.ts';
import { createOwnSend, toRules } from './own-models.server.ts';
import { sealTabConnection } from './tab-connection.server.ts';
import { TabModel } from './tab-model.ts';
import { OfferedModels, Trial } from './trial.ts';
import { tryConnection } from './try-connection.server.ts';

const MAX_BODY_BYTES = 8_192;

/** API for connecting a model, mounted at `/api/models`; open to everybody, stores nothing. */
export const connectionsApi = new Hono<AppEnv>()
  .post(
    '/offered',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', NewProvider, answerInvalid),
    async (c) => {
      const provider = c.req.valid('json');
      const send = await admit(c, provider.baseUrl);
      if (send instanceof Response) return send;
      return answerJson(OfferedModels, await listOffered(send, provider), {
        headers: PRIVATE_HEADERS,
      });
    },
  )
  .post(
    '/try',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', NewConnection, answerInvalid),
    async (c) => {
      const connection = c.req.valid('json');
      const send = await admit(c, connection.baseUrl);
      if (send instanceof Response) return send;
      return answerJson(Trial, await tryConnection(send, connection), { headers: PRIVATE_HEADERS });
    },
  )
  .post(
    '/tab',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', NewConnection, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const connection = c.req.valid('json');
      const admitted = await admit(c, connection.baseUrl);
      if (admitted instanceof Response) return admitted;
      const caller = await identify(app, c.req.raw);
      if (!caller.ok) return answerAuthFailure(app, caller);
      if (caller.value.kind === 'user') {
        const detail = 'You are signed in: your key is stored in your account.';
        return problem(app, { status: 409, detail });
      }
      const { guest, setCookie } = await issueGuest(app, c.req.raw);
      const { price, ...rest } = connection;
      const label = connection.label ?? connection.model;
      const named = { ...rest, label, ...(price && { price }) };
      const sealed = await sealTabConnection(app, guest.id, named, Date.now());
      const headers = new Headers(PRIVATE_HEADERS);
      if (setCookie !== null) headers.append('set-cookie', setCookie);
      return answerJson(TabModel, { ...sealed, kind: connection.kind, label }, { headers });
    },
  );

/** The sender for requests to this address, or the response that refuses it. */
async function admit(c: Context<AppEnv>, baseUrl: string) {
  const { app } = c.var;
  const address = addressKey(c.req.raw);
  const limited = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, `model-trial:${address}`);
  return limited ?? refuseAddress(app, baseUrl) ?? createOwnSend(app, address);
}

/** The response for an address where no model may be called, else null. */
export function refuseAddress(app: AppContext, baseUrl: string): Response | null {
  const rules = toRules(app);
  const checked = checkOutboundUrl(baseUrl, rules);
  if (checked.ok) return null;
  const isLocal = URL.canParse(baseUrl) && isLoopbackHost(new URL(baseUrl).hostname);
  const detail =
    isLocal && !rules.allowsLoopback
      ? 'This server does not call addresses on its own machine. Its operator can allow that with LOCAL_MODELS=on.'
      : checked.message;
  return problem(app, { status: 422, detail });
}
