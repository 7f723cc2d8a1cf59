import * as z from 'zod';

import { addStatus, setCheckRun } from '../add-checks.ts';
import { findCommit } from '../git/find-commit.ts';
import { mergePull } from '../merge-pull.ts';
import { closePull } from '../move-branch.ts';
import { openPull } from '../open-pull.ts';
import type { Pull, Repository } from '../world.ts';

import { command, requireNamed, type Command } from './command.ts';

const place = { owner: z.string().default('octo-dev'), name: z.string() };
const by = { user: z.string().default('octo-dev') };

function requirePull({ pulls }: Repository, number: number): Pull {
  const found = pulls.find((pull) => pull.number === number);
  if (found === undefined) throw new Error(`no pull request ${number}`);
  return found;
}

function requireSha(repository: Repository, name: string | undefined): string {
  const sha = findCommit(repository, name ?? repository.defaultBranch);
  if (sha === null) throw new Error(`no commit ${name}`);
  return sha;
}

export const collaborationCommands: Record<string, Command> = {
  openPull: command(
    z.strictObject({
      ...place,
      ...by,
      head: z.string(),
      base: z.string().default('main'),
      title: z.string().default('A change'),
      body: z.string().nullable().default(null),
    }),
    (site, { user, owner, name, ...wanted }) => {
      const repository = requireNamed(site.world, { owner, name });
      return openPull(site, repository, { ...wanted, isDraft: false }, user);
    },
  ),
  /** A person reviews and merges a pull request, protected or not; answers the commit. */
  merge: command(
    z.strictObject({
      ...place,
      ...by,
      number: z.int(),
      method: z.enum(['merge', 'squash', 'rebase']).default('merge'),
    }),
    (site, { user, number, method, ...at }) => {
      const repository = requireNamed(site.world, at);
      const pull = requirePull(repository, number);
      return { sha: mergePull(site, repository, pull, { login: user, method }) };
    },
  ),
  closePull: command(
    z.strictObject({ ...place, ...by, number: z.int() }),
    (site, { user, number, ...at }) => {
      const repository = requireNamed(site.world, at);
      closePull(site, repository, requirePull(repository, number), user, null);
      return {};
    },
  ),
  /** A job of GitHub Actions begins (null), or ends. */
  check: command(
    z.strictObject({
      ...place,
      ref: z.string().optional(),
      check: z.string().default('test'),
      conclusion: z
        .enum(['success', 'failure', 'neutral', 'cancelled', 'timed_out', 'skipped'])
        .nullable(),
    }),
    (site, { ref, check, conclusion, ...at }) => {
      const repository = requireNamed(site.world, at);
      const sha = requireSha(repository, ref);
      return { id: setCheckRun(site, repository, { sha, name: check, conclusion }).id };
    },
  ),
  /** Another service tells how a commit did. */
  status: command(
    z.strictObject({
      ...place,
      ...by,
      ref: z.string().optional(),
      context: z.string().default('ci/other'),
      state: z.enum(['error', 'failure', 'pending', 'success']),
    }),
    (site, { ref, user, context, state, ...at }) => {
      const repository = requireNamed(site.world, at);
      const sha = requireSha(repository, ref);
      const given = { sha, state, context, creator: user, description: null, targetUrl: null };
      return { id: addStatus(site, repository, given).id };
    },
  ),
};
