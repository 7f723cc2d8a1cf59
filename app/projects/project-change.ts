import * as z from 'zod';

import { MergeChoice } from '#app/blueprint/diff/merge/merge-conflict.ts';

import { MIN_JUDGED_CALLS } from './endpoint/judge-rollout.ts';
import { MAX_SHARE, MIN_SHARE } from './endpoint/rollout.ts';
import { EndpointVisibility } from './project.ts';

export const MAX_TITLE_LENGTH = 120;
const MAX_MESSAGE_LENGTH = 500;
const MAX_SCORE = 100;

const Title = z.string().trim().min(1).max(MAX_TITLE_LENGTH);
const Message = z.string().trim().max(MAX_MESSAGE_LENGTH).optional();
/** `copy`: the secrets that were typed into the chat come along, sealed anew. */
const Secrets = z.enum(['copy', 'none']).default('none');

/** Characters of an address at most. */
const MAX_URL_LENGTH = 2_048;

/** The source of a server: just one of them. */
const Source = {
  /** Text of an OpenAPI document, a Postman collection or cURL commands. */
  document: z.string().min(1).optional(),
  /** Where such a document is. */
  url: z.string().min(1).max(MAX_URL_LENGTH).optional(),
  blueprint: z.record(z.string(), z.unknown()).optional(),
};

const ONE_SOURCE = { error: 'must have one of document, url and blueprint' };

function hasOneSource({ document, url, blueprint }: { [Name in keyof typeof Source]?: unknown }) {
  return [document, url, blueprint].filter((source) => source !== undefined).length === 1;
}

/** Body of `POST /api/v1/projects`. */
export const ImportedProject = z
  .strictObject({
    ...Source,
    /** Absent: the server's own title. */
    title: Title.optional(),
    /** Absent: made of the title. */
    slug: z.string().optional(),
    message: Message,
  })
  .refine(hasOneSource, ONE_SOURCE);
export type ImportedProject = z.infer<typeof ImportedProject>;

/** Body of `POST /api/v1/projects/:id/versions`. */
export const ImportedVersion = z
  .strictObject({
    ...Source,
    /** The version that it is based on; a newer one is a conflict. Absent: the latest. */
    base: z.number().int().min(1).optional(),
    message: Message,
  })
  .refine(hasOneSource, ONE_SOURCE);
export type ImportedVersion = z.infer<typeof ImportedVersion>;

/** Id of the account that gets it; absent: the caller's own. */
const Account = z.string().optional();

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
  account: Account,
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
    account: Account,
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

/** Settings of a project besides its endpoint. */
const Settings = {
  title: Title.optional(),
  /** The name in the address; the former one leads nowhere then. */
  slug: z.string().optional(),
  /** The lowest score that is published; null: any. */
  minScore: z.number().int().min(0).max(MAX_SCORE).nullable().optional(),
  /** Whether a version is refused of which a test fails. */
  isTestGated: z.boolean().optional(),
  isArchived: z.boolean().optional(),
};

/** Body of `PATCH /api/v1/projects/:id`: at least one of them. */
export const ProjectSettings = z.strictObject(Settings).refine(hasValue, {
  error: 'must have title, slug, minScore, isTestGated or isArchived',
});

/** Body of `PATCH /api/projects/:id`: at least one of them. */
export const ProjectChange = z
  .strictObject({ ...Settings, visibility: z.optional(EndpointVisibility) })
  .refine(hasValue, {
    error: 'must have title, slug, visibility, minScore, isTestGated or isArchived',
  });
export type ProjectChange = z.infer<typeof ProjectChange>;

/** Body of `PATCH /api/v1/projects/:id/endpoint`. */
export const EndpointChange = z.strictObject({ visibility: EndpointVisibility });
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

/** Body of `POST /api/projects/:id/move`: id of the account that gets it. */
export const ProjectMove = z.strictObject({ account: z.string() });

/** Body of `DELETE /api/projects/:id`: the slug, if something is served under it. */
export const Deletion = z.strictObject({ confirm: z.string().optional() });
export type Deletion = z.infer<typeof Deletion>;

function hasValue(change: object): boolean {
  return Object.values(change).some((value) => value !== undefined);
}
