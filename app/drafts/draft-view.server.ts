import type { ImportWarning } from '#app/blueprint/import/import-warning.ts';
import { toShownReport, type Report } from '#app/blueprint/readiness/report.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { parseStored } from '#app/platform/read-stored.ts';

import type { DraftAccess } from './draft-access.server.ts';
import { showBlueprint } from './documents/shown-blueprint.ts';
import { StoredBlueprint } from './documents/stored-blueprint.ts';
import { listSecretStatus, toSecretOwner } from './secrets/draft-secrets.server.ts';
import type { DraftHead } from './draft-state.ts';
import { toDraftToken } from './draft-token.server.ts';
import type { DraftView } from './draft.ts';
import { loadReport } from './report-store.server.ts';
import { loadBlueprintText, loadWarnings } from './store.server.ts';

/** A draft with its contents, as far as the caller may see it. */
export async function viewDraft(
  app: AppContext,
  head: DraftHead,
  access: DraftAccess,
): Promise<DraftView> {
  const [text, warnings, report] = await Promise.all([
    loadBlueprintText(app.env, head),
    loadWarnings(app.env, head),
    loadReport(app.env.BLOBS, head),
  ]);
  return toView(app, head, access, { text, warnings, report });
}

async function toView(
  app: AppContext,
  head: DraftHead,
  access: DraftAccess,
  content: { text: string; warnings: ImportWarning[]; report: Report | null },
): Promise<DraftView> {
  const mayEdit = access !== 'visitor';
  const blueprint = parseStored(StoredBlueprint, content.text, 'The blueprint');
  const path = `/api/drafts/${head.id}/blueprint`;
  return {
    id: head.id,
    endpoint: `/mcp/d/${head.id}`,
    ...(access === 'owner' ? await viewForOwner(app, head) : {}),
    mayEdit,
    blueprint: showBlueprint(blueprint, content.text, path),
    warnings: content.warnings,
    revision: head.revision,
    environment: head.environment,
    visibility: head.visibility ?? 'private',
    secrets: mayEdit ? await listSecretStatus(app.env.DB, toSecretOwner(head.id), blueprint) : [],
    expiresAt: head.expiresAt === null ? null : new Date(head.expiresAt).toISOString(),
    report: content.report && toShownReport(content.report),
  };
}

/** The parts of a draft that its owner alone is shown. */
async function viewForOwner(
  app: AppContext,
  { id, base }: DraftHead,
): Promise<Pick<DraftView, 'token' | 'base'>> {
  return { token: await toDraftToken(app.config, id), ...(base ? { base } : {}) };
}
