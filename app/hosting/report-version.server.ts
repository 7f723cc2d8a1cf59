import type { Report } from '#app/blueprint/readiness/report.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { problem } from '#app/platform/problem.ts';
import type { FoundVersion } from '#app/projects/find-project.server.ts';
import {
  loadVersionReport,
  storeVersionReport,
} from '#app/projects/version-report-store.server.ts';
import { indexVersionVerdict, type Judged } from '#app/projects/version-store.server.ts';

import { makeReport } from './make-report.server.ts';
import { readMcpBody } from './read-mcp-body.server.ts';
import { serveRequest } from './serve-request.server.ts';
import { createServedRunner } from './served-runner.server.ts';
import { VISITOR, type ServedServer } from './served-server.ts';

/** The readiness report of a version: the stored one, or a new one, which gives the version its verdict. */
export async function reportOnVersion(
  app: AppContext,
  { project, version }: Pick<FoundVersion, 'project' | 'version'>,
): Promise<Report> {
  const known = await loadVersionReport(app.env.BLOBS, version);
  if (known !== null) {
    // It was stored, and the database was lost before it had the verdict.
    if (version.score === null) await indexVersionVerdict(app.env.DB, version, toJudged(known));
    return known;
  }
  const { id, blueprint, artifact } = version;
  // Of a project its calls would be in the log, and only what is published has sessions.
  const server: ServedServer = {
    kind: 'draft',
    id,
    account: project.account,
    isKept: true,
    revision: 1,
    blueprint,
    artifact,
  };
  const { report, isWhole } = await makeReport(app, server, {
    url: `${app.origin}/mcp/${project.slug}`,
    answer: (asked, request) => answerProbe(asked, request, server),
  });
  if (isWhole) {
    await storeVersionReport(app.env.BLOBS, version, report);
    await indexVersionVerdict(app.env.DB, version, toJudged(report));
  }
  return report;
}

function toJudged({ score, verdict }: Report): Judged {
  return { score, verdict };
}

const ON_MOCK = { environment: 'mock' } as const;

/** Answers as the endpoint would, with the mock upstream behind every tool. */
async function answerProbe(
  app: AppContext,
  request: Request,
  server: ServedServer,
): Promise<Response> {
  // The probe has no key: a credential that it presents is a made-up one, which the gateway refuses.
  if (request.headers.has('authorization')) {
    const headers = { 'www-authenticate': 'Bearer' };
    return problem(app, { status: 401, detail: 'This is no API key.', headers });
  }
  const body = await readMcpBody(app, request);
  if (body instanceof Response) return body;
  return serveRequest(app, request, body, {
    server,
    caller: { id: VISITOR, isTrusted: false },
    origins: [app.origin],
    ...ON_MOCK,
    toRunner: (artifact) => createServedRunner(app, server, artifact, ON_MOCK),
  });
}
