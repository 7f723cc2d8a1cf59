import * as z from 'zod/mini';

/**
 * Meaning of a difference for those who call the server: calls fail or results cannot be read as before, nothing
 * does, or models are told something else.
 */
export const ContractWeight = z.enum(['breaking', 'harmless', 'words']);
export type ContractWeight = z.infer<typeof ContractWeight>;

/** Part of a contract that a finding is about. */
const ContractPlace = z.enum([
  'tool',
  'title',
  'description',
  'hints',
  'needs',
  'arguments',
  'result',
  'identity',
  'instructions',
  'prompts',
  'resources',
  'credentials',
  'origins',
  'upstreams',
]);

/** One difference between two contracts. */
export const ContractFinding = z.object({
  place: ContractPlace,
  /** Where in that place: `filter.tags[]` in arguments, the name of a prompt; empty: all of it. */
  path: z.string(),
  text: z.string(),
  weight: ContractWeight,
  /** Text that stood there; null: nothing. Absent: no texts are compared. */
  before: z.optional(z.nullable(z.string())),
  /** Text that stands there now; null: nothing. Absent: no texts are compared. */
  after: z.optional(z.nullable(z.string())),
  /** As in `FieldChange`: lines that are left out before both texts, and characters of both that are. */
  skipped: z.optional(z.number()),
  left: z.optional(z.number()),
});
export type ContractFinding = z.infer<typeof ContractFinding>;

/** The differences of one tool. */
export const ContractChange = z.object({
  tool: z.string(),
  /** Its earlier name, if it was renamed. */
  from: z.optional(z.string()),
  change: z.enum(['added', 'removed', 'renamed', 'changed']),
  /** That of its weightiest finding. */
  weight: ContractWeight,
  findings: z.array(ContractFinding),
  /** Findings besides those listed, of a bounded number that are counted. */
  more: z.number(),
});
export type ContractChange = z.infer<typeof ContractChange>;

/** The differences between two versions of a server as its callers notice them. */
export const ContractDiff = z.object({
  isBreaking: z.boolean(),
  /** Tools by the weight of their change, all of them. */
  counts: z.object({ breaking: z.number(), harmless: z.number(), words: z.number() }),
  /** Breaking ones first. */
  tools: z.array(ContractChange),
  /** Tools that differ besides those listed. */
  more: z.number(),
  /** Differences outside of tools, breaking ones first. */
  server: z.array(ContractFinding),
});
export type ContractDiff = z.infer<typeof ContractDiff>;
