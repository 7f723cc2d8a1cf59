import * as z from 'zod/mini';

import { ConnectionPlace } from '#app/drafts/connections/connection.ts';
import { ProjectSecret } from '#app/projects/secrets/project-secrets.ts';

/** An API that each caller connects by signing in there. */
const CallerConnection = z.object({
  place: ConnectionPlace,
  /** Name of the API. */
  title: z.string(),
  /** Host that the caller signs in at. */
  signInHost: z.string(),
  scopes: z.array(z.string()),
  /** The server's owner has set what signing in needs. */
  isSetUp: z.boolean(),
});
export type CallerConnection = z.infer<typeof CallerConnection>;

/** A credential of the caller's own for an endpoint's API. */
export const CallerCredential = z.extend(ProjectSecret, {
  /** Where to get it; null: nobody has said. */
  description: z.nullable(z.string()),
  /** Null: it is typed. */
  connection: z.nullable(CallerConnection),
});
export type CallerCredential = z.infer<typeof CallerCredential>;

/** A credential that a user has stored for calls of their own at some server. */
export const StoredCredential = z.object({
  /** Id of the project. */
  project: z.string(),
  /** Of the project; null: the user can no longer call it. */
  title: z.nullable(z.string()),
  name: z.string(),
  /** The API that the user has connected by signing in there; null: the credential was typed. */
  connects: z.nullable(z.string()),
  /** Milliseconds since 1970. */
  changedAt: z.number(),
  usedAt: z.nullable(z.number()),
});
export type StoredCredential = z.infer<typeof StoredCredential>;

/** As `GET /api/credentials` answers them. */
export const StoredCredentialList = z.object({ credentials: z.array(StoredCredential) });

/** The credentials that somebody gives at an endpoint, as `GET /api/credentials/:slug` answers them. */
export const CallerCredentials = z.object({
  slug: z.string(),
  /** Name of the server. */
  title: z.string(),
  credentials: z.array(CallerCredential),
});
export type CallerCredentials = z.infer<typeof CallerCredentials>;
