import * as z from 'zod/mini';

import { toHostCaller, type DraftHead } from '#app/drafts/draft-state.ts';
import type { EndpointLease } from '#app/projects/endpoint/endpoint-stub.server.ts';

/** Where calls go: the mock upstream, the real one from a draft, or the real one of an endpoint. */
export const ServerEnvironment = z.enum(['mock', 'test', 'live']);
export type ServerEnvironment = z.infer<typeof ServerEnvironment>;

/** The server behind an address: a draft, or the published version of a project. */
export const ServedServer = z.object({
  kind: z.enum(['draft', 'project']),
  /** Of the draft or the project. */
  id: z.string(),
  /** The owner: an account, or the guest who made the draft. */
  account: z.string(),
  /** The owner is an account. */
  isKept: z.boolean(),
  /** Rises with each change of what is served. */
  revision: z.number(),
  /** Number of the version; absent: a draft. */
  version: z.optional(z.number()),
  /** Content hashes. */
  blueprint: z.string(),
  artifact: z.string(),
  /** Arguments of its calls are kept in the log. */
  keepsArguments: z.optional(z.literal(true)),
});
export type ServedServer = z.infer<typeof ServedServer>;

/** The caller of a served server. */
export const ServedCaller = z.object({
  /** Those with the same id share their sessions: `token`, `visitor`, or the id of a key. */
  id: z.string(),
  /** They presented a token or key, so their sessions are kept for longer. */
  isTrusted: z.boolean(),
  /** The user behind the key or the app, with whose credentials an API may be called; absent: nobody known. */
  user: z.optional(z.string()),
  /** A connected app by the name that it gave itself. */
  app: z.optional(z.string()),
  /** Tells visitors apart while a rollout is judged. */
  visitor: z.optional(z.string()),
});
export type ServedCaller = z.infer<typeof ServedCaller>;

/** The id of a caller who comes without any token or key. */
export const VISITOR = 'visitor';

/** Id of the key that a caller of a project came with; null: a visitor. */
export function toKeyId({ id }: ServedCaller): string | null {
  return id === VISITOR ? null : id;
}

/** A draft as a served server. */
export function toServedDraft(
  head: Pick<DraftHead, 'id' | 'owner' | 'expiresAt' | 'revision' | 'blueprint' | 'artifact'>,
): ServedServer {
  const { id, revision, blueprint, artifact } = head;
  const { owner: account, isKept } = toHostCaller(head);
  return { kind: 'draft', id, account, isKept, revision, blueprint, artifact };
}

/** The published version of a project as a served server. */
export function toServedVersion(lease: EndpointLease): ServedServer {
  const { project, account, publication, version, blueprint, artifact } = lease;
  const served = { id: project, account, isKept: true, revision: publication, version };
  const logged = lease.keepsArguments ? { keepsArguments: lease.keepsArguments } : {};
  return { kind: 'project', ...served, blueprint, artifact, ...logged };
}
