import * as z from 'zod/mini';

/** How a version gets into a repository: as a commit on the branch, or by a branch of its own with a pull request. */
export const PushWay = z.enum(['commit', 'pull']);
export type PushWay = z.infer<typeof PushWay>;

/** An edited file that the user has seen compared, and wants replaced. */
const Replacement = z.object({
  path: z.string().check(z.maxLength(1_000)),
  /** Name of the content that was compared; null: the file was deleted. */
  sha: z.nullable(z.string().check(z.regex(/^[0-9a-f]{40}$/))),
});
export type Replacement = z.infer<typeof Replacement>;

/** A version to push: the body of `POST /api/projects/:id/github/pushes`. */
export const NewPush = z.object({
  version: z.int().check(z.minimum(1), z.maximum(999_999_999)),
  /** Absent: as the state of the branch suggests. */
  way: z.optional(PushWay),
  /** The commit that the preview compared with: a choice is about that one. */
  head: z.optional(z.nullable(z.string())),
  /** The version that the branch held then. */
  pushedVersion: z.optional(z.nullable(z.number())),
  /** Other edited files stay as they are. */
  replace: z._default(z.array(Replacement).check(z.maxLength(1_000)), []),
});
export type NewPush = z.infer<typeof NewPush>;

/** A generated file that somebody has edited, with both texts. */
export const EditedFile = z.object({
  path: z.string(),
  /**
   * `changed` or `deleted` since it was pushed; `foreign`: it was there before the first push; `link`: a symbolic
   * link; `twin`: another file's name differs in upper and lower case only.
   */
  edit: z.enum(['changed', 'deleted', 'foreign', 'link', 'twin']),
  /** Path of the file that is there; null: there is none. */
  existing: z.nullable(z.string()),
  sha: z.nullable(z.string()),
  /** Text that is there; null: none, or one that is too large to compare or no text. */
  before: z.nullable(z.string()),
  /** Generated text. */
  after: z.string(),
  /** Whether both were compared, so that it may be replaced. */
  isCompared: z.boolean(),
});
export type EditedFile = z.infer<typeof EditedFile>;

/** Effect of a push, before it is made. */
export const PushPreview = z.object({
  version: z.number(),
  branch: z.string(),
  /** The commit that it was compared with; null: the repository is empty. */
  head: z.nullable(z.string()),
  /** The version that the branch holds; null: none of ours. */
  pushedVersion: z.nullable(z.number()),
  way: PushWay,
  /** Why a pull request is suggested; null: it is not. */
  obstacle: z.nullable(z.enum(['moved', 'protected'])),
  /** Commits of others since the last push; null: not known. */
  ahead: z.nullable(z.number()),
  /** Files that are written or removed, of which this many are listed. */
  files: z.array(z.object({ path: z.string(), change: z.enum(['add', 'change', 'remove']) })),
  moreFiles: z.number(),
  edits: z.array(EditedFile),
});
export type PushPreview = z.infer<typeof PushPreview>;
