import * as z from 'zod/mini';

/** A repository on GitHub. Its name and description are a stranger's text. */
export const Repository = z.object({
  /** GitHub's number, which stays when the repository is renamed or moved. */
  id: z.number(),
  owner: z.string(),
  name: z.string(),
  isPrivate: z.boolean(),
  isArchived: z.boolean(),
  /** Whether the user may push to it, and the app in their name. */
  canPush: z.boolean(),
  defaultBranch: z.string(),
  /** Milliseconds since 1970; null: never. */
  pushedAt: z.nullable(z.number()),
  /** Its page on GitHub. */
  url: z.string(),
  description: z.nullable(z.string()),
});
export type Repository = z.infer<typeof Repository>;

/** A part of the repositories that the user and the app may reach, the last pushed first. */
export const RepositoryPage = z.object({
  repositories: z.array(Repository),
  /** Continues the list; null: this is its end. */
  cursor: z.nullable(z.string()),
  /** `noAccount`: the app is installed nowhere; `typeToFind`: GitHub lists no more, a search finds the others. */
  note: z.nullable(z.enum(['noAccount', 'typeToFind'])),
  /** Page on GitHub where the app is granted more repositories. */
  grantUrl: z.string(),
});
export type RepositoryPage = z.infer<typeof RepositoryPage>;

/** Characters of a search; GitHub takes 256. */
export const MAX_QUERY = 200;
