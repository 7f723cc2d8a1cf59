import { reportVersion } from 'virtual:build';

import type { Report } from '#app/blueprint/readiness/report.ts';

import { DraftReport } from '#app/drafts/draft.ts';
import { findStored } from '#app/platform/read-stored.ts';

import type { VersionRow } from './version-store.server.ts';

/** Location of reports in the bucket: `version-reports/<project>/<number>.json`. */
export const VERSION_REPORT_PREFIX = 'version-reports/';

type VersionPlace = Pick<VersionRow, 'project' | 'number'>;

/** Loads the report of a version by the current checks; null: nobody has asked for it. */
export async function loadVersionReport(
  bucket: R2Bucket,
  version: VersionPlace,
): Promise<Report | null> {
  const stored = await bucket.get(toKey(version));
  if (stored === null) return null;
  const text = await stored.text();
  if (stored.customMetadata?.['version'] !== reportVersion) return null;
  return findStored(DraftReport, JSON.parse(text), 'The report');
}

/** Keeps the report of a version, in place of an earlier one. */
export async function storeVersionReport(
  bucket: R2Bucket,
  version: VersionPlace,
  report: Report,
): Promise<void> {
  await bucket.put(toKey(version), JSON.stringify(report), {
    httpMetadata: { contentType: 'application/json' },
    customMetadata: { version: reportVersion },
  });
}

/** Takes away the reports of all versions of a project. */
export async function removeVersionReports(bucket: R2Bucket, project: string): Promise<void> {
  for (;;) {
    const listed = await bucket.list({ prefix: `${VERSION_REPORT_PREFIX}${project}/` });
    const keys = listed.objects.map(({ key }) => key);
    if (keys.length > 0) await bucket.delete(keys);
    if (!listed.truncated) return;
  }
}

function toKey({ project, number }: VersionPlace): string {
  return `${VERSION_REPORT_PREFIX}${project}/${number}.json`;
}
