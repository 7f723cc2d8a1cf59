import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { identify } from '#app/auth/caller.server.ts';
import { refuseSwitchedOff } from '#app/controls/refuse-switched-off.server.ts';
import { requireConnection } from '#app/github/connection/require-connection.server.ts';
import { answerGithubFailure } from '#app/github/github-problem.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { FoundRepository, ImportWish } from './found-repository.ts';
import { importRepository, type ReadingFailure } from './import-repository.server.ts';
import { readRepositoryAddress } from './repository-address.ts';

const MAX_BODY_BYTES = 8_192;

/** MCP servers in repositories, mounted at `/api/github/imports`. Public ones are open to everybody. */
export const importsApi = new Hono<AppEnv>().post(
  '/',
  limitBody(MAX_BODY_BYTES),
  zValidator('json', ImportWish, answerInvalid),
  async (c) => {
    const { app } = c.var;
    const key = `github-imports:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_UPLOADS, key);
    if (refused) return refused;
    const off = await refuseSwitchedOff(app, 'githubImports');
    if (off) return off;
    const caller = await identify(app, c.req.raw);
    if (!caller.ok) return answerAuthFailure(app, caller);
    const address = readRepositoryAddress(c.req.valid('json').address);
    if (address === null) {
      const detail = 'This is no address of a repository, such as https://github.com/owner/name.';
      return problem(app, { status: 422, detail });
    }
    const { value: who } = caller;
    const github = who.kind === 'user' ? await requireConnection(app, who.uid) : null;
    const found = await importRepository(app, github?.ok ? github.value : null, address);
    if (!found.ok) return answerImportFailure(app, found);
    return answerJson(FoundRepository, found.value, { headers: PRIVATE_HEADERS });
  },
);

function answerImportFailure(app: AppContext, failure: ReadingFailure): Response {
  switch (failure.reason) {
    case 'archiveTooLarge':
      return problem(app, {
        status: 413,
        detail: 'The repository has more than 250 MB. Only smaller ones can be read.',
      });
    case 'archiveUnreadable':
      return problem(app, {
        status: 502,
        detail:
          'The files did not arrive whole. Try again; very large repositories take too long to be read.',
      });
    case 'githubMissing':
      return problem(app, {
        status: 404,
        detail:
          'GitHub has no such repository or branch, or it is private. Check the address; for a private repository connect GitHub and grant access to it.',
      });
    default:
      return answerGithubFailure(app, failure);
  }
}
