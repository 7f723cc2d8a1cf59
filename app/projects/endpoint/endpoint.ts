import * as z from 'zod/mini';

import { EndpointVisibility } from '#app/projects/project.ts';

import { RolloutEnd, RolloutView } from './rollout.ts';

/** A version that an endpoint serves, or served. */
export const Publication = z.object({
  version: z.number(),
  /** Content hashes, as the version has them. */
  blueprint: z.string(),
  artifact: z.string(),
  /** When it was published, in milliseconds since 1970. */
  at: z.number(),
  /** Callers that it was published for, in percent; absent: all. */
  share: z.optional(z.number()),
  /** How that ended; absent: it has not, or was published for all. */
  end: z.optional(RolloutEnd),
});
export type Publication = z.infer<typeof Publication>;

/** The endpoint of a project, as `GET /api/projects/:id/endpoint` answers it. */
export const EndpointView = z.object({
  visibility: EndpointVisibility,
  /** Null: nothing is served. */
  published: z.nullable(Publication),
  /** A newer version that a share of the callers gets; null: all get the published one. */
  rollout: z.nullable(RolloutView),
  /** All that was published, newest first, the published one included. */
  history: z.array(Publication),
  /** Rises with each change of what is served. */
  publication: z.number(),
});
export type EndpointView = z.infer<typeof EndpointView>;
