import * as z from 'zod/mini';

/**
 * The repository of a webhook or of an answer of the API. A webhook on a push may leave out an owner who is no more.
 */
export const ToldRepository = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.nullable(z.object({ login: z.optional(z.string()) })),
  private: z.boolean(),
  archived: z.optional(z.boolean()),
});
export type ToldRepository = z.infer<typeof ToldRepository>;

/** A pull request, as webhooks and the API have it. */
export const PullFacts = z.object({
  number: z.int(),
  state: z.enum(['open', 'closed']),
  merged: z.nullish(z.boolean()),
  merge_commit_sha: z.nullable(z.string()),
  base: z.object({ ref: z.string() }),
  head: z.object({ sha: z.string() }),
});
export type PullFacts = z.infer<typeof PullFacts>;

const Check = z.object({ status: z.nullable(z.string()), conclusion: z.nullish(z.string()) });
const Repositories = z.array(z.object({ id: z.int() }));

/** The bodies of webhooks, as far as they are read: https://docs.github.com/webhooks/webhook-events-and-payloads. */
export const PAYLOADS = {
  push: z.object({
    ref: z.string(),
    after: z.string(),
    deleted: z.boolean(),
    repository: ToldRepository,
  }),
  pull_request: z.object({ pull_request: PullFacts, repository: ToldRepository }),
  repository: z.object({ action: z.string(), repository: ToldRepository }),
  check_suite: z.object({
    check_suite: z.extend(Check, { head_sha: z.string() }),
    repository: ToldRepository,
  }),
  check_run: z.object({
    check_run: z.extend(Check, { head_sha: z.string() }),
    repository: ToldRepository,
  }),
  status: z.object({ sha: z.string(), state: z.string(), repository: ToldRepository }),
  installation: z.object({
    action: z.string(),
    // That of an enterprise has no login, and no repositories.
    installation: z.object({ account: z.nullable(z.object({ login: z.optional(z.string()) })) }),
  }),
  installation_repositories: z.object({
    repositories_added: Repositories,
    repositories_removed: Repositories,
  }),
  github_app_authorization: z.object({
    action: z.literal('revoked'),
    sender: z.object({ id: z.int() }),
  }),
};
