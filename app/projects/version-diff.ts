import * as z from 'zod/mini';

import { ContractDiff } from '#app/blueprint/diff/contract/contract-diff.ts';
import { Verdict } from '#app/platform/verdict.ts';

/** Two versions of a project, as `GET /api/projects/:id/versions/:number/diff` compares them. */
export const VersionDiff = z.object({
  from: z.number(),
  to: z.number(),
  /** Differences that callers notice. */
  contract: ContractDiff,
  /** Files of the generated project that differ, by path. */
  files: z.array(z.object({ path: z.string(), status: z.enum(['added', 'removed', 'changed']) })),
  /** Files that differ besides those listed. */
  moreFiles: z.number(),
  /** Readiness of both; null: it was not checked. */
  verdicts: z.object({ before: z.nullable(Verdict), after: z.nullable(Verdict) }),
});
export type VersionDiff = z.infer<typeof VersionDiff>;
