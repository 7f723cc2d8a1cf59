import * as z from 'zod/mini';

import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import type { GithubSettings } from '#app/github/github-settings.ts';

import { MAX_DESCRIPTION } from './new-repository.ts';
import type { Repository } from './repository.ts';

/** Names are parts of addresses: nothing else is let through. */
const NAME = /^[\w.-]{1,100}$/;

/** GitHub's own fallback where an answer names no branch. */
const FALLBACK_BRANCH = 'main';

const Answer = z.object({
  id: z.number(),
  name: z.string().check(z.regex(NAME)),
  owner: z.object({ login: z.string().check(z.regex(NAME)) }),
  private: z.boolean(),
  archived: z.optional(z.boolean()),
  default_branch: z.optional(z.string()),
  pushed_at: z.nullish(z.string()),
  description: z.nullish(z.string()),
  permissions: z.optional(z.object({ push: z.optional(z.boolean()) })),
});

/** Reads a repository of an answer, whose fields differ between operations; null: it is not one. */
export function readRepository(
  answer: unknown,
  { webUrl }: Pick<GithubSettings, 'webUrl'>,
): Repository | null {
  const read = Answer.safeParse(answer);
  if (!read.success) return null;
  const { id, name, permissions, ...rest } = read.data;
  const owner = rest.owner.login;
  const description = toVisible(rest.description ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    id,
    owner,
    name,
    isPrivate: rest.private,
    isArchived: rest.archived ?? false,
    canPush: permissions?.push ?? false,
    defaultBranch: rest.default_branch ?? FALLBACK_BRANCH,
    pushedAt: readTime(rest.pushed_at ?? ''),
    url: `${webUrl}/${owner}/${name}`,
    description: description === '' ? null : description.slice(0, MAX_DESCRIPTION),
  };
}

/** Reads repositories of an answer; those that cannot be read are left out. */
export function readRepositories(
  answers: readonly unknown[],
  settings: Pick<GithubSettings, 'webUrl'>,
): Repository[] {
  return answers
    .map((answer) => readRepository(answer, settings))
    .filter((repository) => repository !== null);
}

function readTime(text: string): number | null {
  const time = Date.parse(text);
  return Number.isNaN(time) ? null : time;
}
