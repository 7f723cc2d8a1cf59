import * as z from 'zod/mini';

/** The parts of a server that are merged entry by entry. */
export const MergedPart = z.enum([
  'tools',
  'identity',
  'sources',
  'upstreams',
  'secrets',
  'definitions',
  'resources',
  'prompts',
  'policies',
  'mocks',
]);
export type MergedPart = z.infer<typeof MergedPart>;

/** How a side changed an entry. */
const SideChange = z.enum(['added', 'changed', 'removed']);
export type SideChange = z.infer<typeof SideChange>;

/** An entry that both sides changed, each in another way: a person chooses. */
export const MergeConflict = z.object({
  part: MergedPart,
  /** Tells it from the other entries of its part; of a tool its name before. */
  key: z.string(),
  mine: SideChange,
  theirs: SideChange,
});
export type MergeConflict = z.infer<typeof MergeConflict>;

/** The side that a person has chosen for an entry. */
export const MergeChoice = z.object({
  part: MergedPart,
  key: z.string(),
  take: z.enum(['mine', 'theirs']),
});
export type MergeChoice = z.infer<typeof MergeChoice>;
