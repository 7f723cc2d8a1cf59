import * as z from 'zod/mini';

import { ProjectLink } from '#app/github/links/project-link.ts';

/** How a linked repository is on GitHub now: the answer of `GET /api/projects/:id/github/status`. */
export const LinkStatus = z.object({
  link: ProjectLink,
  /** Commits of the branch on top of the one that was pushed; null: none of ours is below the branch. */
  ahead: z.nullable(z.number()),
  /** How we hear of changes: by the webhook of the app or of the repository, or only when somebody looks. */
  hears: z.enum(['app', 'repository', 'never']),
});
export type LinkStatus = z.infer<typeof LinkStatus>;

/** Body of `PATCH /api/projects/:id/github/settings`. */
export const LinkSettings = z.strictObject({
  /** Whether a version is published when its pull request is merged. */
  publishesOnMerge: z.boolean(),
});
export type LinkSettings = z.infer<typeof LinkSettings>;
