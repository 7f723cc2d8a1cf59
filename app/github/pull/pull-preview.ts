import * as z from 'zod/mini';

import { ContractDiff } from '#app/blueprint/diff/contract/contract-diff.ts';
import { FieldChange } from '#app/blueprint/diff/field-change.ts';
import {
  MergeChoice,
  MergeConflict,
  MergedPart,
} from '#app/blueprint/diff/merge/merge-conflict.ts';
import { ReadBackProblem } from '#app/blueprint/read-back/read-back-problem.ts';

const MAX_ENTRIES = 5_000;
const MAX_KEY = 2_000;
const MAX_MESSAGE = 500;

/** An entry of a part of a server; of a tool the name that it had when it was pushed. */
const PulledEntry = z.object({ part: MergedPart, key: z.string().check(z.maxLength(MAX_KEY)) });

/** An edit of the repository that is not in the latest version. Its texts are a stranger's. */
const PulledEdit = z.extend(PulledEntry, {
  /** Name of the entry now. */
  name: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  /** Differences from the latest version; empty where there was no room for it. */
  values: z.array(FieldChange),
});
export type PulledEdit = z.infer<typeof PulledEdit>;

/** Edits in the repository of a project, as `POST /api/projects/:id/github/pull?preview=1` answers them. */
export const PullPreview = z.object({
  branch: z.string(),
  /** The commit that was read. */
  head: z.string(),
  /** The version whose files the branch holds, and the latest one, into which its edits go. */
  pushedVersion: z.number(),
  latest: z.number(),
  edits: z.array(PulledEdit),
  /** Edits besides those listed: they are taken with all of them. */
  moreEdits: z.number(),
  /** Entries that a later version has changed, too: `mine` is that version, `theirs` the repository. */
  conflicts: z.array(MergeConflict),
  /** The edits in sentences. */
  changes: z.array(z.string()),
  /** The latest version compared with all edits taken; null: they do not fit together with it. */
  contract: z.nullable(ContractDiff),
  /** Edits that were not understood, or may not come back. */
  problems: z.array(ReadBackProblem),
  moreProblems: z.number(),
  /** Edited files that hold nothing of the server: they stay as they are. */
  others: z.array(z.string()),
  moreOthers: z.number(),
});
export type PullPreview = z.infer<typeof PullPreview>;

/** Body of `POST /api/projects/:id/github/pull`. */
export const NewPull = z.object({
  /** The commit whose edits the person has seen; only a preview needs none. */
  head: z.optional(z.string().check(z.maxLength(64))),
  /** The edits that are taken; absent: all. */
  take: z.optional(z.array(PulledEntry).check(z.maxLength(MAX_ENTRIES))),
  /** The sides of conflicts. */
  choices: z.optional(z.array(MergeChoice).check(z.maxLength(MAX_ENTRIES))),
  /** A chat that begins with the latest version, or the next version. */
  into: z.optional(z.enum(['chat', 'version'])),
  /** Note on the version. */
  message: z.optional(z.string().check(z.trim(), z.maxLength(MAX_MESSAGE))),
});
export type NewPull = z.infer<typeof NewPull>;

/** Where the edits went: one of both. */
export const PulledEdits = z.object({
  /** Id of the chat. */
  chat: z.nullable(z.string()),
  version: z.nullable(z.number()),
});
export type PulledEdits = z.infer<typeof PulledEdits>;
