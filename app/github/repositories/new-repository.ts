import * as z from 'zod/mini';

import { Repository } from './repository.ts';

/** GitHub's limit of a description. */
export const MAX_DESCRIPTION = 350;

/** An account on GitHub that may own a new repository. */
export const RepositoryOwner = z.object({
  login: z.string(),
  isOrganization: z.boolean(),
  /** Whether the app may create repositories there; whether the user may, GitHub says when asked to. */
  canCreate: z.boolean(),
});
export type RepositoryOwner = z.infer<typeof RepositoryOwner>;

export const OwnerList = z.object({
  /** The user's own account first. */
  owners: z.array(RepositoryOwner),
  /** Page on GitHub where the app is installed on further accounts. */
  grantUrl: z.string(),
});
export type OwnerList = z.infer<typeof OwnerList>;

/** A repository to be created, always with a first commit. */
export const NewRepository = z.object({
  owner: z.string().check(z.minLength(1), z.maxLength(100)),
  name: z.string().check(z.minLength(1), z.maxLength(400)),
  description: z.string().check(z.maxLength(4 * MAX_DESCRIPTION)),
  isPrivate: z.boolean(),
  /** GitHub's keyword; null: none. */
  license: z.nullable(z.string()),
  defaultBranch: z.string().check(z.minLength(1), z.maxLength(244)),
});
export type NewRepository = z.infer<typeof NewRepository>;

/** The outcome: the repository, and what of the wish is left undone. */
export const CreatedRepository = z.object({
  repository: Repository,
  /** `branch`: GitHub did not rename the default branch, which is called as `repository` says. */
  undone: z.nullable(z.enum(['branch'])),
});
export type CreatedRepository = z.infer<typeof CreatedRepository>;

/** Whether a name can be had; a repository that the app may not see counts as none until it is created. */
export const NameAnswer = z.object({
  state: z.enum(['free', 'taken', 'moved']),
  /** `taken`: the one that has the name. `moved`: the one that had it, whose old links the new one breaks. */
  repository: z.nullable(Repository),
});
export type NameAnswer = z.infer<typeof NameAnswer>;
