import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { runExamples } from '#app/blueprint/readiness/example-runs.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import { indexVerdict } from '#app/drafts/draft-index.server.ts';
import type { DraftHead } from '#app/drafts/draft-state.ts';
import { loadReport, storeReport } from '#app/drafts/report-store.server.ts';
import { loadBlueprint, loadFiles } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { probeUpstream } from '#app/runtime/probe/probe-upstream.ts';
import { probe } from '#app/runtime/probe/probe.ts';
import type { ProbeTarget } from '#app/runtime/probe/probe.ts';
import type { ServerEvidence } from '#app/runtime/probe/server-evidence.ts';

import { openArtifact } from './hosted-artifact.server.ts';
import { createDraftRunner } from './run-draft-tool.server.ts';
import { serveDraft } from './serve-draft.server.ts';

/** Examples that the probe gets; it calls one of them. */
const MAX_CALLS = 20;

/**
 * The readiness report of a draft's served state: the stored one, or a new one. It is stored only
 * if every request was answered: a late answer may be in time when it is requested again.
 */
export async function reportDraft(app: AppContext, head: DraftHead): Promise<Report> {
  const known = await loadReport(app.env.BLOBS, head);
  if (known !== null) return known;
  const blueprint = await loadBlueprint(app.env, head);
  const asked = withoutCounting(app);
  const [server, upstream, files, runs] = await Promise.all([
    probe(toTarget(asked, head, blueprint)),
    probeUpstream(blueprint),
    loadFiles(app.env, head),
    runExamples(blueprint, createDraftRunner(asked, head, openArtifact(app.env, head), 'mock')),
  ]);
  const report = judge({ blueprint, files, server, upstream, runs });
  if (isAnswered(server) && runs.unanswered === 0) {
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

/** Whether nothing of the report is owed to a request without an answer. */
function isAnswered({ era, tools, exchanges }: ServerEvidence): boolean {
  return (
    era !== null && tools !== null && Object.values(exchanges).every(({ got }) => got !== null)
  );
}

/** Calls of a report, some of them wrong on purpose, count as nobody's calls and nobody's mistakes. */
function withoutCounting(app: AppContext): AppContext {
  return { ...app, log: { ...app.log, info: () => {}, warn: () => {} } };
}

/** The draft's own endpoint, without a token: its tools are answered by the mock upstream. */
function toTarget(app: AppContext, head: DraftHead, blueprint: Blueprint): ProbeTarget {
  return {
    fetch: (request) => serveDraft(app, request, head),
    url: `${app.origin}/mcp/d/${head.id}`,
    sendsHost: true,
    mayCallAny: true,
    calls: enabledTools(blueprint)
      .filter(({ outputSchema, annotations }) => outputSchema && annotations?.readOnlyHint)
      .flatMap(({ name, examples = [] }) =>
        examples.slice(0, 1).map((example) => ({ name, arguments: example.arguments })),
      )
      .slice(0, MAX_CALLS),
  };
}
