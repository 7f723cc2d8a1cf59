import type { Report } from '#app/blueprint/readiness/report.ts';
import { indexVerdict } from '#app/drafts/draft-index.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { loadReport, storeReport } from '#app/drafts/report-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { makeReport } from './make-report.server.ts';
import { serveDraft } from './serve-draft.server.ts';
import { toServedDraft } from './served-server.ts';

/**
 * The readiness report of a draft's served state: the stored one, or a new one. It is stored only
 * if every request was answered.
 */
export async function reportDraft(app: AppContext, head: DraftHead): Promise<Report> {
  const known = await loadReport(app.env.BLOBS, head);
  if (known !== null) return known;
  const { report, isWhole } = await makeReport(app, toServedDraft(head), {
    url: `${app.origin}/mcp/d/${head.id}`,
    // Without a token: its tools are answered by the mock upstream.
    answer: (asked, request) => serveDraft(asked, request, head),
  });
  if (isWhole) {
    await storeReport(app.env.BLOBS, head, report);
    await keepVerdict(app, head, report);
  }
  return report;
}

/** Lists do without a verdict that the database does not take. */
async function keepVerdict(app: AppContext, head: DraftHead, report: Report): Promise<void> {
  try {
    await indexVerdict(app.env.DB, head, report);
  } catch (error) {
    app.log.warn('report.verdictNotIndexed', { draft: head.id, error });
  }
}
