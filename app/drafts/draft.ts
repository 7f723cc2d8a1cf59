import * as z from 'zod/mini';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { SCHEMA_VERSION } from '#app/blueprint/defaults.ts';
import { ImportChanges } from '#app/blueprint/import/import-changes.ts';
import { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { isCurrentBlueprint } from '#app/blueprint/is-current-blueprint.ts';
import { isReport, type Report } from '#app/blueprint/readiness/report.ts';
import { ProblemDocument } from '#app/platform/read-problem.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { DraftEnvironment } from './draft-environment.ts';
import { ProjectBase } from './project-base.ts';
import { Visibility } from './visibility.ts';

/** A blueprint with more bytes is answered as a summary with its address. */
export const MAX_INLINE_BLUEPRINT_BYTES = 1024 * 1024;

/** The part of a secret that the draft's owner may see. Its value is never shown again. */
export const SecretStatus = z.object({
  name: z.string(),
  /** There is a value. */
  isSet: z.boolean(),
  /** Its upstream's origin changed since: the value is not used until its owner confirms. */
  needsConfirmation: z.boolean(),
  /** Where the value goes, or would go once confirmed. */
  origins: z.array(z.string()),
});
export type SecretStatus = z.infer<typeof SecretStatus>;

/** A blueprint on its own, as `GET /api/drafts/:id/blueprint` answers it. */
export const WholeBlueprint = z.custom<Blueprint>(isCurrentBlueprint);

/** Stands for a blueprint that is too large to be sent along. */
export const BlueprintSummary = z.object({
  isSummary: z.literal(true),
  /** Where the whole blueprint is. */
  url: z.string(),
  bytes: z.number(),
  schemaVersion: z.literal(SCHEMA_VERSION),
  identity: partOf<Blueprint['identity']>(isJsonObject),
  sources: partOf<Blueprint['sources']>(Array.isArray),
  upstreams: partOf<Blueprint['upstreams']>(Array.isArray),
  secrets: partOf<Blueprint['secrets']>(Array.isArray),
  policies: partOf<Blueprint['policies']>(isJsonObject),
  tools: partOf<Pick<Blueprint['tools'][number], 'name' | 'title' | 'enabled' | 'deprecated'>[]>(
    Array.isArray,
  ),
});
export type BlueprintSummary = z.infer<typeof BlueprintSummary>;

/** A report, as `GET /api/drafts/:id/report` answers it. */
export const DraftReport = z.custom<Report>(isReport);

/** A draft as the API answers it. */
export const DraftView = z.object({
  id: z.string(),
  /** Path of its MCP endpoint: `/mcp/d/<id>`. */
  endpoint: z.string(),
  /** Bearer token of the draft; only for its owner. */
  token: z.optional(z.string()),
  /** The version that it was saved as or opened from last; only for its owner. */
  base: z.optional(ProjectBase),
  /** Whether the caller may change it. */
  mayEdit: z.boolean(),
  blueprint: z.union([BlueprintSummary, WholeBlueprint]),
  warnings: z.array(ImportWarning),
  /** Rises with each change; `If-Match` names it. */
  revision: z.number(),
  environment: DraftEnvironment,
  /** Who may read it besides its owner and who has its token; they get answers of the mock upstream. */
  visibility: Visibility,
  /** Empty for who may not edit. */
  secrets: z.array(SecretStatus),
  /** ISO 8601; null: an account's draft, which does not expire. */
  expiresAt: z.nullable(z.string()),
  /** Null until somebody asked for `GET /api/drafts/:id/report` of this revision. */
  report: z.nullable(DraftReport),
});
export type DraftView = z.infer<typeof DraftView>;

/** How far the creation of a draft has come. */
export const DraftProgress = z.object({
  step: z.enum(['fetching', 'reading', 'importing', 'generating', 'ready']),
  done: z.optional(z.number()),
  total: z.optional(z.number()),
});
export type DraftProgress = z.infer<typeof DraftProgress>;

/** Events of `POST /api/drafts` as an event stream: `draft` or `problem` ends it. */
export const DRAFT_EVENTS = {
  progress: DraftProgress,
  draft: DraftView,
  problem: ProblemDocument,
};

/** Effect of an import on a draft, as `POST /api/drafts/:id/import?preview=1` answers it. */
export const ImportPreview = z.object({
  changes: ImportChanges,
  /** Where the server would not be as the document has it, as sentences. */
  notes: z.array(z.string()),
  warnings: z.array(ImportWarning),
});
export type ImportPreview = z.infer<typeof ImportPreview>;

/** The generated project, as `GET /api/drafts/:id/files` answers it. */
export const DraftFiles = z.array(
  z.object({
    path: z.string(),
    /** Bytes. */
    size: z.number(),
    text: z.string(),
  }),
);
export type DraftFile = z.infer<typeof DraftFiles>[number];

/** An empty server to talk about, as `POST /api/chats` answers it. */
export const NewChat = z.object({ id: z.string() });

/** Strong entity tag of a revision. */
export function toEtag(revision: number): string {
  return `"${revision}"`;
}

/** A part of a blueprint as its generator left it; only its kind is looked at here. */
function partOf<Part>(isOfKind: (value: unknown) => boolean) {
  return z.custom<Part>(isOfKind);
}
