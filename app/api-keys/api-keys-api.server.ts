import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { problem } from '#app/platform/problem.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findAccount } from '#app/projects/account/find-account.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { KeyRotation, NewApiKey } from './api-key-change.ts';
import { listApiKeys, MAX_LIVE_KEYS, revokeApiKey } from './api-key-store.server.ts';
import { ApiKeyList, CreatedKey } from './api-key.ts';
import {
  createKey,
  rotateKey,
  type CreateFailure,
  type KeyOwner,
  type RotateFailure,
} from './create-key.server.ts';
import { dropVerifiedKey } from './verified-keys.server.ts';

const MAX_BODY_BYTES = 8_192;

/** API keys of the signed-in user's account, or of a team that they own (`?account=`), mounted at `/api/keys`. */
export const apiKeysApi = new Hono<AppEnv>()
  .use(limitCalls)
  .get('/', async (c) => {
    const owner = await findOwner(c);
    if (owner instanceof Response) return owner;
    const keys = await listApiKeys(c.var.app.env.DB, owner.accountId, Date.now());
    return answerJson(ApiKeyList, { keys }, { headers: PRIVATE_HEADERS });
  })
  .post('/', limitBody(MAX_BODY_BYTES), zValidator('json', NewApiKey, answerInvalid), async (c) => {
    const { app } = c.var;
    const owner = await findOwner(c);
    if (owner instanceof Response) return owner;
    const created = await createKey(app.env.DB, owner, c.req.valid('json'), Date.now());
    return created.ok ? answerCreated(created.value) : refuse(app, created);
  })
  .post(
    '/:id/rotate',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', KeyRotation, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const owner = await findOwner(c);
      if (owner instanceof Response) return owner;
      const rotation = c.req.valid('json');
      const id = c.req.param('id');
      const rotated = await rotateKey(app.env.DB, owner, id, rotation, Date.now());
      dropVerifiedKey(id);
      return rotated.ok ? answerCreated(rotated.value) : refuse(app, rotated);
    },
  )
  .delete('/:id', async (c) => {
    const { app } = c.var;
    const owner = await findOwner(c);
    if (owner instanceof Response) return owner;
    const id = c.req.param('id');
    const isKnown = await revokeApiKey(app.env.DB, owner.accountId, id, Date.now());
    dropVerifiedKey(id);
    return isKnown ? c.body(null, 204) : refuse(app, { reason: 'unknownKey' });
  });

async function findOwner(c: Context<AppEnv>): Promise<KeyOwner | Response> {
  const { app } = c.var;
  const user = await requireUser(app, c.req.raw);
  if (!user.ok) return answerAuthFailure(app, user);
  const found = await findAccount(app, user.value, c.req.query('account'), 'owner');
  if (!found.ok) return answerProjectProblem(app, found);
  return { uid: user.value.uid, accountId: found.value.account };
}

function answerCreated(created: CreatedKey): Response {
  return answerJson(CreatedKey, created, { status: 201, headers: PRIVATE_HEADERS });
}

function refuse(app: AppContext, failure: CreateFailure | RotateFailure): Response {
  switch (failure.reason) {
    case 'unknownKey':
      return problem(app, { status: 404, detail: 'There is no such key, or it is not yours.' });
    case 'endedKey':
      return problem(app, {
        status: 409,
        detail: 'This key has ended or was replaced already. Create a new one.',
      });
    case 'foreignProject':
      return problem(app, {
        status: 422,
        detail: 'One of the chosen projects does not exist any more, or is not yours.',
      });
    case 'tooMany':
      return problem(app, {
        status: 409,
        detail: `An account can have ${MAX_LIVE_KEYS} keys. Revoke one that you no longer use.`,
      });
  }
}
