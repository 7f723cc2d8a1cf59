import * as z from 'zod';

import { MIN_JUDGED_CALLS } from './endpoint/judge-rollout.ts';
import { MAX_SHARE, MIN_SHARE } from './endpoint/rollout.ts';
import { EndpointVisibility } from './project.ts';

const MAX_TITLE_LENGTH = 120;
const MAX_MESSAGE_LENGTH = 500;
const MAX_SCORE = 100;

const Title = z.string().trim().min(1).max(MAX_TITLE_LENGTH);
const Message = z.string().trim().max(MAX_MESSAGE_LENGTH).optional();
/** `copy`: the secrets that were typed into the chat come along, sealed anew. */
const Secrets = z.enum(['copy', 'none']).default('none');

/** The state of a draft that is saved: it is refused if the draft has changed since. */
const SavedDraft = { draft: z.string(), revision: z.number().int() };

/** Body of `POST /api/projects`. */
export const NewProject = z.strictObject({
  ...SavedDraft,
  title: Title,
  /** Absent: made of the server's name. */
  slug: z.string().optional(),
  message: Message,
  secrets: Secrets,
});
export type NewProject = z.infer<typeof NewProject>;

/** Body of `POST /api/projects/:id/versions`. */
export const NewVersion = z.strictObject({
  ...SavedDraft,
  /** The latest version that the person knows; a newer one is a conflict. */
  base: z.number().int(),
  message: Message,
  secrets: Secrets,
});
export type NewVersion = z.infer<typeof NewVersion>;

/** Body of `PATCH /api/projects/:id`: at least one of them. */
export const ProjectChange = z
  .strictObject({
    title: Title.optional(),
    visibility: z.optional(EndpointVisibility),
    /** The lowest score that is published; null: any. */
    minScore: z.number().int().min(0).max(MAX_SCORE).nullable().optional(),
    isArchived: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'must have title, visibility, minScore or isArchived',
  });
export type ProjectChange = z.infer<typeof ProjectChange>;

/** Fewer calls than these are no reason to promote a version. */
const MIN_PROMOTE_AFTER = MIN_JUDGED_CALLS;
const MAX_PROMOTE_AFTER = 1_000_000;

/** Body of `POST /api/projects/:id/publication`: publishes a version, or rolls back to it. */
export const NewPublication = z
  .strictObject({
    version: z.number().int().min(1),
    /** Callers that get it, in percent; absent: all. */
    share: z.number().int().min(MIN_SHARE).max(MAX_SHARE).optional(),
    /** It is promoted by itself after so many of its calls, if it is not worse; null or absent: by hand. */
    promoteAfter: z
      .number()
      .int()
      .min(MIN_PROMOTE_AFTER)
      .max(MAX_PROMOTE_AFTER)
      .nullable()
      .optional(),
    /** Only if a share of the callers gets this version now: it may have been taken back meanwhile. */
    isPromotion: z.boolean().optional(),
  })
  .refine(({ share, promoteAfter }) => share !== undefined || !promoteAfter, {
    error: 'promoteAfter needs a share',
  })
  .refine(({ share, isPromotion }) => share === undefined || !isPromotion, {
    error: 'a promotion is for all callers',
  });
export type NewPublication = z.infer<typeof NewPublication>;

/** Body of `DELETE /api/projects/:id`: the slug, if something is served under it. */
export const Deletion = z.strictObject({ confirm: z.string().optional() });
export type Deletion = z.infer<typeof Deletion>;
