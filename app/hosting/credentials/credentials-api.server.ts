import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { answerBegun } from '#app/drafts/connections/answer-begun.server.ts';
import { ConnectionStart } from '#app/drafts/connections/connection.ts';
import { SecretChange } from '#app/drafts/draft-change.ts';
import { SecretStatus } from '#app/drafts/draft.ts';
import { changeSecretOf } from '#app/drafts/secrets/change-secret.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { listCallerSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';

import { CallerCredentials, StoredCredentialList } from './caller-credentials.ts';
import { toCallerHolder } from './caller-holder.server.ts';
import {
  findCallerCredentials,
  listCredentials,
  type CredentialFailure,
} from './find-caller-credentials.server.ts';
import { listOwnCredentials, removeOwnCredential } from './own-credentials.server.ts';

const MAX_BODY_BYTES = 65_536;

/** Credentials of a user's own at endpoints, mounted at `/api/credentials`: set, confirmed and deleted, never shown. */
export const credentialsApi = new Hono<AppEnv>()
  .use(limitCalls)
  .use(limitBody(MAX_BODY_BYTES))
  .get('/', async (c) => {
    const { app } = c.var;
    const user = await requireUser(app, c.req.raw);
    if (!user.ok) return answerAuthFailure(app, user);
    const credentials = await listOwnCredentials(app, user.value);
    return answerJson(StoredCredentialList, { credentials }, { headers: PRIVATE_HEADERS });
  })
  .get('/:slug', async (c) => {
    const { app } = c.var;
    const found = await findCallerCredentials(app, c.req.raw, c.req.param('slug'));
    if (!found.ok) return answerCredentialFailure(app, found);
    const list = await listCredentials(app.env.DB, found.value);
    return answerJson(CallerCredentials, list, { headers: PRIVATE_HEADERS });
  })
  .post('/:slug/connections', zValidator('json', ConnectionStart, answerInvalid), async (c) => {
    const { app } = c.var;
    const key = `connect:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const found = await findCallerCredentials(app, c.req.raw, c.req.param('slug'));
    if (!found.ok) return answerCredentialFailure(app, found);
    return answerBegun(app, c.req.raw, toCallerHolder(found.value), c.req.valid('json'));
  })
  .put('/:slug/:name', zValidator('json', SecretChange, answerInvalid), async (c) => {
    const { app } = c.var;
    const { slug, name } = c.req.param();
    const found = await findCallerCredentials(app, c.req.raw, slug);
    if (!found.ok) return answerCredentialFailure(app, found);
    const { blueprint } = found.value;
    // The server's own are those of its owner.
    if (!listCallerSecrets(blueprint).includes(name)) {
      return answerProblem(app, { reason: 'unknownSecret', name });
    }
    const server = { ...found.value, mayConfirm: true };
    const changed = await changeSecretOf(app, server, name, c.req.valid('json'));
    if (!changed.ok) return answerProblem(app, changed);
    return answerJson(SecretStatus, changed.value, { headers: PRIVATE_HEADERS });
  })
  .delete('/:slug/:name', async (c) => {
    const { app } = c.var;
    const { slug, name } = c.req.param();
    // Whoever may not call the server any more can still take back what they gave.
    const user = await requireUser(app, c.req.raw);
    if (!user.ok) return answerAuthFailure(app, user);
    const isNamed = await removeOwnCredential(app, user.value, slug, name);
    return isNamed ? c.body(null, 204) : answerCredentialFailure(app, UNKNOWN_ENDPOINT);
  });

const UNKNOWN_ENDPOINT = { reason: 'unknownEndpoint' } as const;

function answerCredentialFailure(app: AppContext, failure: CredentialFailure): Response {
  if (failure.reason === 'refused') return answerAuthFailure(app, failure.failure);
  const detail = 'No server is published at this address, or you may not call it.';
  return problem(app, { status: 404, detail });
}
