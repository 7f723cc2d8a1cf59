import * as z from 'zod/mini';

import { SecretStatus } from '#app/drafts/draft.ts';

/** A secret of a project. Times are milliseconds since 1970. */
export const ProjectSecret = z.extend(SecretStatus, {
  /** When its value was set; null: it has none. */
  changedAt: z.nullable(z.number()),
  /** When it was sent to an API last, to the hour; null: not yet. */
  usedAt: z.nullable(z.number()),
});
export type ProjectSecret = z.infer<typeof ProjectSecret>;

/** The secrets of a project in one environment, as `GET /api/projects/:id/secrets` answers them. */
export const SecretStatusList = z.object({
  secrets: z.array(ProjectSecret),
  /** Names of those that each caller gives; the endpoint has no value of its own for them. */
  ofCallers: z.array(z.string()),
});
export type SecretStatusList = z.infer<typeof SecretStatusList>;

/** How an API took a credential. */
export const SecretTest = z.object({
  /** `unclear`: it answered, and neither took nor refused the credential. */
  kind: z.enum(['accepted', 'refused', 'unclear', 'failed']),
  /** The request that was sent, without the credential: `GET https://api.example.com/me`. */
  request: z.string(),
  /** Null: there was no answer. */
  status: z.nullable(z.number()),
  /** Why there was none. */
  problem: z.nullable(z.string()),
});
export type SecretTest = z.infer<typeof SecretTest>;
