import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { identify, requireUser, type Caller } from '#app/auth/caller.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { connectionsApi, refuseAddress } from './connections-api.server.ts';
import { listModelKeys, openModelKey, removeModelKey, setModelKey } from './key-store.server.ts';
import { BUILT_IN_MODEL, listConfigured } from './known-models.server.ts';
import { ModelList } from './model-choice.ts';
import { BASE_URLS, KeyKind, ModelKeyList, ModelKeyView } from './model-key.ts';
import { NewModelKey } from './new-model-key.ts';
import { createOwnSend, loadOwnModels, toKeyStore, toRules } from './own-models.server.ts';
import { Trial } from './trial.ts';
import { tryConnection } from './try-connection.server.ts';

const MAX_BODY_BYTES = 8_192;

/** Key to be tested; without a value the stored one. */
const TriedKey = NewModelKey.partial({ value: true });

/** API of models, mounted at `/api/models`; keys need a signed-in user. */
export const modelsApi = new Hono<AppEnv>()
  .route('/', connectionsApi)
  .get('/', async (c) => {
    const { app } = c.var;
    const caller = await identify(app, c.req.raw);
    const list = await listModels(app, caller.ok ? toAccount(caller.value) : null);
    return answerJson(ModelList, list, { headers: PRIVATE_HEADERS });
  })
  .get('/keys', async (c) => {
    const { app } = c.var;
    const user = await requireUser(app, c.req.raw);
    if (!user.ok) return answerAuthFailure(app, user);
    const keys = await listModelKeys(app.env.DB, user.value.accountId);
    return answerJson(ModelKeyList, { keys }, { headers: PRIVATE_HEADERS });
  })
  .put(
    '/keys/:kind',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', NewModelKey, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const place = await findPlace(c);
      if (place instanceof Response) return place;
      const { accountId, kind } = place;
      const { label, baseUrl = BASE_URLS[kind], ...key } = c.req.valid('json');
      const refused = refuseAddress(app, baseUrl);
      if (refused) return refused;
      const named = { ...key, kind, baseUrl, label: label ?? key.model };
      const stored = await setModelKey(toKeyStore(app), accountId, named, Date.now());
      return answerJson(ModelKeyView, stored, { headers: PRIVATE_HEADERS });
    },
  )
  .post(
    '/keys/:kind/test',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', TriedKey, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const place = await findPlace(c);
      if (place instanceof Response) return place;
      const { accountId, kind } = place;
      const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, `model-key:${accountId}`);
      return refused ?? tryKey(app, accountId, kind, c.req.valid('json'));
    },
  )
  .delete('/keys/:kind', async (c) => {
    const place = await findPlace(c);
    if (place instanceof Response) return place;
    await removeModelKey(c.var.app.env.DB, place.accountId, place.kind);
    return c.body(null, 204);
  });

/** A session that is not fully signed in sees none of its own keys. */
function toAccount(caller: Caller): string | null {
  return caller.kind === 'user' && !caller.isStale ? caller.accountId : null;
}

async function listModels(app: AppContext, account: string | null): Promise<ModelList> {
  const own = (await loadOwnModels(app, { account, tab: null })) ?? [];
  const all = [...own, ...listConfigured(app.config, app.env), BUILT_IN_MODEL];
  const models = all.map(({ choice }) => choice);
  return {
    models,
    default: models[0]?.id ?? BUILT_IN_MODEL.choice.id,
    keeps: account === null ? 'tab' : 'account',
    allowsLocal: toRules(app).allowsLoopback,
  };
}

/** Tests a key, a new or a stored one; nothing of the model's response is returned. */
async function tryKey(
  app: AppContext,
  accountId: string,
  kind: KeyKind,
  { baseUrl = BASE_URLS[kind], model, value }: Partial<NewModelKey> & { model: string },
): Promise<Response> {
  const refused = refuseAddress(app, baseUrl);
  if (refused) return refused;
  const stored = value === undefined ? await findStored(app, accountId, kind, baseUrl) : null;
  const key = value ?? stored;
  if (key === null) return problem(app, { status: 422, detail: 'Enter the key to test it there.' });
  const connection = { kind, model, baseUrl, value: key };
  const tried = await tryConnection(createOwnSend(app, accountId), connection);
  if (tried.ok) return answerJson(Trial, { ok: true }, { headers: PRIVATE_HEADERS });
  return problem(app, { status: 502, detail: tried.detail });
}

/** A stored key is tested only at the address it was sealed for. */
async function findStored(
  app: AppContext,
  accountId: string,
  kind: KeyKind,
  baseUrl: string,
): Promise<string | null> {
  const keys = await listModelKeys(app.env.DB, accountId);
  const known = keys.find((key) => key.kind === kind);
  if (!known || new URL(known.baseUrl).origin !== new URL(baseUrl).origin) return null;
  return openModelKey(toKeyStore(app), accountId, kind);
}

/** The account and kind of key that a request refers to, or why it is refused. */
async function findPlace(
  c: Context<AppEnv, '/keys/:kind'>,
): Promise<{ accountId: string; kind: KeyKind } | Response> {
  const { app } = c.var;
  const user = await requireUser(app, c.req.raw);
  if (!user.ok) return answerAuthFailure(app, user);
  const kind = KeyKind.safeParse(c.req.param('kind'));
  if (kind.success) return { accountId: user.value.accountId, kind: kind.data };
  const detail = 'Keys can be stored for anthropic and openai-compatible only.';
  return problem(app, { status: 404, detail });
}
