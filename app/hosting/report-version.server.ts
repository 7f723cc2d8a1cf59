import type { Report } from '#app/blueprint/readiness/report.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { FoundVersion } from '#app/projects/find-project.server.ts';
import {
  loadVersionReport,
  storeVersionReport,
} from '#app/projects/version-report-store.server.ts';
import { indexVersionVerdict } from '#app/projects/version-store.server.ts';

import { makeReport } from './make-report.server.ts';
import type { ServedServer } from './served-server.ts';

/** The readiness report of a version: the stored one, or a new one, which gives the version its verdict. */
export async function reportOnVersion(
  app: AppContext,
  { project, version }: Pick<FoundVersion, 'project' | 'version'>,
): Promise<Report> {
  const known = await loadVersionReport(app.env.BLOBS, version);
  if (known !== null) return known;
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
  const { report, isWhole } = await makeReport(app, server, `${app.origin}/mcp/${project.slug}`);
  if (isWhole) {
    await storeVersionReport(app.env.BLOBS, version, report);
    const { score, verdict } = report;
    await indexVersionVerdict(app.env.DB, version, { score, verdict });
  }
  return report;
}
