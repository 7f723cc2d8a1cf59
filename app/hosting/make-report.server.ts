import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { runExamples } from '#app/blueprint/readiness/example-runs.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import type { Report } from '#app/blueprint/readiness/report.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import { loadBlueprint, loadFiles } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { probeUpstream } from '#app/runtime/probe/probe-upstream.ts';
import { probe } from '#app/runtime/probe/probe.ts';
import type { ProbeTarget } from '#app/runtime/probe/probe.ts';
import type { ServerEvidence } from '#app/runtime/probe/server-evidence.ts';

import { openArtifact } from './hosted-artifact.server.ts';
import { createServedRunner } from './served-runner.server.ts';
import type { ServedServer } from './served-server.ts';

/** Examples that the probe gets; it calls one of them. */
const MAX_CALLS = 20;

/** A report, and whether every request for it was answered: a late answer may be in time another time. */
export interface MadeReport {
  report: Report;
  isWhole: boolean;
}

/** The address under which evidence names a server, and how a request to it is answered. */
export interface Probed {
  url: string;
  answer: (app: AppContext, request: Request) => Promise<Response>;
}

/** Makes the readiness report of a server: calls it as a client would, with the mock upstream behind it. */
export async function makeReport(
  counted: AppContext,
  server: ServedServer,
  probed: Probed,
): Promise<MadeReport> {
  const app = withoutCounting(counted);
  const blueprint = await loadBlueprint(app.env, server);
  const [evidence, upstream, files, runs] = await Promise.all([
    probe(toTarget(app, blueprint, probed)),
    probeUpstream(blueprint),
    loadFiles(app.env, server),
    runExamples(blueprint, createServedRunner(app, server, openArtifact(app.env, server), ON_MOCK)),
  ]);
  const report = judge({ blueprint, files, server: evidence, upstream, runs });
  return { report, isWhole: isAnswered(evidence) && runs.unanswered === 0 };
}

const ON_MOCK = { environment: 'mock' } as const;

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

function toTarget(app: AppContext, blueprint: Blueprint, { url, answer }: Probed): ProbeTarget {
  return {
    fetch: (request) => answer(app, request),
    url,
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
