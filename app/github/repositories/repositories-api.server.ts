import { zValidator } from '@hono/zod-validator';
import { Hono, type Context } from 'hono';
import * as z from 'zod';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import {
  requireConnection,
  type OpenGithub,
} from '#app/github/connection/require-connection.server.ts';
import { answerGithubFailure } from '#app/github/github-problem.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { checkName } from './check-name.server.ts';
import { createRepository, type CreationFailure } from './create-repository.server.ts';
import { listRepositories } from './list-repositories.server.ts';
import { loadReach } from './load-reach.server.ts';
import { CreatedRepository, NameAnswer, NewRepository, OwnerList } from './new-repository.ts';
import { toRepositoryName } from './repository-name.ts';
import { MAX_QUERY, RepositoryPage } from './repository.ts';
import { requireWish } from './require-wish.ts';
import { toGrantUrl } from './to-grant-url.ts';

const MAX_BODY_BYTES = 8_192;
const LOGIN = /^[\w.-]{1,100}$/;

const ListQuery = z.object({
  query: z.string().max(MAX_QUERY).default(''),
  cursor: z
    .string()
    .regex(/^[lp]\d{1,6}$/)
    .transform((text) =>
      text.startsWith('l') ? { listed: Number(text.slice(1)) } : { page: Number(text.slice(1)) },
    )
    .default({ listed: 0 }),
  fresh: z.literal('1').optional(),
});
const NameQuery = z.object({ owner: z.string().regex(LOGIN), name: z.string().min(1).max(400) });

/** Repositories on GitHub, mounted at `/api/github/repositories`. */
export const repositoriesApi = new Hono<AppEnv>()
  .use(async (c, next) => {
    const { app } = c.var;
    const key = `github-repositories:${addressKey(c.req.raw)}`;
    const limit = c.req.method === 'GET' ? app.env.LIMIT_CALLS : app.env.LIMIT_TURNS;
    return (await refuseAboveRate(app, limit, key)) ?? next();
  })
  .get('/', zValidator('query', ListQuery, answerInvalid), async (c) => {
    const github = await openFor(c);
    if (github instanceof Response) return github;
    const { fresh, ...wish } = c.req.valid('query');
    const page = await listRepositories(c.var.app, github, { ...wish, isFresh: fresh === '1' });
    if (!page.ok) return answerGithubFailure(c.var.app, page);
    return answerJson(RepositoryPage, page.value, { headers: PRIVATE_HEADERS });
  })
  .get('/owners', async (c) => {
    const github = await openFor(c);
    if (github instanceof Response) return github;
    const reach = await loadReach(c.var.app, github, true);
    if (!reach.ok) return answerGithubFailure(c.var.app, reach);
    const list = { owners: reach.value.owners, grantUrl: toGrantUrl(github.settings) };
    return answerJson(OwnerList, list, { headers: PRIVATE_HEADERS });
  })
  .get('/availability', zValidator('query', NameQuery, answerInvalid), async (c) => {
    const github = await openFor(c);
    if (github instanceof Response) return github;
    const { owner, name } = c.req.valid('query');
    const answer = await checkName(c.var.app, github, owner, toRepositoryName(name));
    if (!answer.ok) return answerGithubFailure(c.var.app, answer);
    return answerJson(NameAnswer, answer.value, { headers: PRIVATE_HEADERS });
  })
  .post(
    '/',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', NewRepository, answerInvalid),
    async (c) => {
      const github = await openFor(c);
      if (github instanceof Response) return github;
      const { app } = c.var;
      const wish = requireWish(c.req.valid('json'));
      if (!wish.ok) {
        return problem(app, {
          status: 422,
          detail: 'GitHub does not take this repository.',
          problems: wish.problems,
        });
      }
      const created = await createRepository(app, github, wish.value);
      if (!created.ok) return answerCreationFailure(app, created);
      const init = { status: 201, headers: PRIVATE_HEADERS };
      return answerJson(CreatedRepository, created.value, init);
    },
  );

async function openFor(c: Context<AppEnv>): Promise<OpenGithub | Response> {
  const { app } = c.var;
  const user = await requireUser(app, c.req.raw);
  if (!user.ok) return answerAuthFailure(app, user);
  const github = await requireConnection(app, user.value.uid);
  return github.ok ? github.value : answerGithubFailure(app, github);
}

function answerCreationFailure(
  app: AppEnv['Variables']['app'],
  failure: CreationFailure,
): Response {
  if (failure.reason !== 'nameTaken') return answerGithubFailure(app, failure);
  return problem(app, {
    status: 409,
    title: 'name_taken',
    detail: `${failure.owner}/${failure.name} exists already. Choose another name, or grant the app access to it and pick it.`,
  });
}
