import * as z from 'zod';

import { MergeChoice } from '#app/blueprint/diff/merge/merge-conflict.ts';

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

/** Query of `POST /api/projects/begin`; a blank one has only its name, and no body. */
export const ProjectBeginning = z
  .object({
    from: z.enum(['document', 'blank']).default('document'),
    /** Absent: the title that the document gives the server. */
    title: Title.optional(),
    /** Absent: made of the title. */
    slug: z.string().optional(),
  })
  .refine(({ from, title }) => from === 'document' || title !== undefined, {
    path: ['title'],
    error: 'must be given for a blank project',
  });

/** Body of `POST /api/projects/:id/versions`. */
export const NewVersion = z.strictObject({
  ...SavedDraft,
  /** The latest version that the person knows; a newer one is a conflict. */
  base: z.number().int(),
  message: Message,
  secrets: Secrets,
});
export type NewVersion = z.infer<typeof NewVersion>;

/** Body of `POST /api/projects/:id/versions/:number/merge`. */
export const VersionMerge = z.strictObject({
  ...SavedDraft,
  /** The side of each entry that both have changed. */
  choices: z.array(MergeChoice).max(5_000).default([]),
});
export type VersionMerge = z.infer<typeof VersionMerge>;

/** Body of `PATCH /api/projects/:id`: at least one of them. */
export const ProjectChange = z
  .strictObject({
    title: Title.optional(),
    /** The name in the address; the former one leads nowhere then. */
    slug: z.string().optional(),
    visibility: z.optional(EndpointVisibility),
    /** The lowest score that is published; null: any. */
    minScore: z.number().int().min(0).max(MAX_SCORE).nullable().optional(),
    /** Whether a version is refused of which a test fails. */
    isTestGated: z.boolean().optional(),
    isArchived: z.boolean().optional(),
  })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    error: 'must have title, slug, visibility, minScore, isTestGated or isArchived',
  });
export type ProjectChange = z.infer<typeof ProjectChange>;

/** Body of `POST /api/projects/:id/publication`: publishes a version, or rolls back to it. */
export const NewPublication = z.strictObject({ version: z.number().int().min(1) });
export type NewPublication = z.infer<typeof NewPublication>;

/** Body of `DELETE /api/projects/:id`: the slug, if something is served under it. */
export const Deletion = z.strictObject({ confirm: z.string().optional() });
export type Deletion = z.infer<typeof Deletion>;
