import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ImportWarning } from '#app/blueprint/import/warnings.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';

import type { DraftEnvironment } from './draft-state.ts';

/** A document may have so many bytes. */
export const MAX_DOCUMENT_BYTES = 25 * 1024 * 1024;
/** A blueprint with more bytes is answered as a summary with its address. */
export const MAX_INLINE_BLUEPRINT_BYTES = 1024 * 1024;
/** Characters of a secret's value at most; a signed token has some thousands. */
export const MAX_SECRET_LENGTH = 16_384;

/** Body of `PATCH /api/drafts/:id`: at least one of both. */
export const DraftChange = z
  .strictObject({
    /** Named edits of the blueprint, applied all or none (`app/blueprint/edits.ts`). */
    edits: z.array(z.unknown()).min(1).max(1_000).optional(),
    /** `mock`: the document answers everybody; `test`: the real upstream for who has the token. */
    environment: z.enum(['mock', 'test']).optional(),
  })
  .refine(({ edits, environment }) => edits !== undefined || environment !== undefined, {
    error: 'must have edits, environment or both',
  });
export type DraftChange = z.infer<typeof DraftChange>;

/** The origins that the person saw for the value: it is refused elsewhere, however late. */
const SeenOrigins = z.array(z.string()).max(100).optional();

/** Body of `PUT /api/drafts/:id/secrets/:name`. */
export const SecretChange = z.union(
  [
    z.strictObject({
      value: z.string().min(1).max(MAX_SECRET_LENGTH),
      origins: SeenOrigins,
    }),
    /** Its owner says that the value may go to where its upstreams are now. */
    z.strictObject({ confirm: z.literal(true), origins: SeenOrigins }),
  ],
  {
    error: `must be {"value": a text of 1 to ${MAX_SECRET_LENGTH} characters} or {"confirm": true}`,
  },
);
export type SecretChange = z.infer<typeof SecretChange>;

/** The part of a secret that the draft's owner may see. Its value is never shown again. */
export interface SecretStatus {
  name: string;
  /** There is a value. */
  isSet: boolean;
  /** Its upstream's origin changed since: the value is not used until its owner confirms. */
  needsConfirmation: boolean;
  /** Where the value goes, or would go once confirmed. */
  origins: string[];
}

/** Stands for a blueprint that is too large to be sent along. */
export interface BlueprintSummary {
  isSummary: true;
  /** Where the whole blueprint is. */
  url: string;
  bytes: number;
  schemaVersion: Blueprint['schemaVersion'];
  identity: Blueprint['identity'];
  sources: Blueprint['sources'];
  upstreams: Blueprint['upstreams'];
  secrets: Blueprint['secrets'];
  policies: Blueprint['policies'];
  tools: Pick<Blueprint['tools'][number], 'name' | 'title' | 'enabled' | 'deprecated'>[];
}

/** A draft as the API answers it. */
export interface DraftView {
  id: string;
  /** Path of its MCP endpoint: `/mcp/d/<id>`. */
  endpoint: string;
  /** Bearer token of the draft; only for its owner. */
  token?: string;
  /** Whether the caller may change it. */
  mayEdit: boolean;
  blueprint: Blueprint | BlueprintSummary;
  warnings: ImportWarning[];
  /** Rises with each change; `If-Match` names it. */
  revision: number;
  environment: DraftEnvironment;
  /** Empty for who may not edit. */
  secrets: SecretStatus[];
  /** ISO 8601; null: an account's draft, which does not expire. */
  expiresAt: string | null;
  /** Null until somebody asked for `GET /api/drafts/:id/report` of this revision. */
  report: Report | null;
}

/** One event of `POST /api/drafts` as an event stream, before `draft` or `problem` ends it. */
export interface DraftProgress {
  step: 'fetching' | 'reading' | 'importing' | 'generating' | 'ready';
  done?: number;
  total?: number;
}

/** Strong entity tag of a revision. */
export function toEtag(revision: number): string {
  return `"${revision}"`;
}
