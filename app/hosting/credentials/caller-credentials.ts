import * as z from 'zod/mini';

import { ProjectSecret } from '#app/projects/secrets/project-secrets.ts';

/** A credential of the caller's own for an endpoint's API. */
export const CallerCredential = z.extend(ProjectSecret, {
  /** Where to get it; null: nobody has said. */
  description: z.nullable(z.string()),
});
export type CallerCredential = z.infer<typeof CallerCredential>;

/** The credentials that somebody gives at an endpoint, as `GET /api/credentials/:slug` answers them. */
export const CallerCredentials = z.object({
  slug: z.string(),
  /** Name of the server. */
  title: z.string(),
  credentials: z.array(CallerCredential),
});
export type CallerCredentials = z.infer<typeof CallerCredentials>;
