import { reportVersion } from 'virtual:build';

import type { Report } from '#app/blueprint/readiness/report.ts';
import { findStored } from '#app/platform/read-stored.ts';

import type { DraftHead } from './draft-state.ts';
import { DraftReport } from './draft.ts';

/** Location of reports in the bucket: `reports/<draft's id>.json`, one for each draft. */
export const REPORT_PREFIX = 'reports/';

type Reported = Pick<DraftHead, 'artifact' | 'id'>;

/**
 * Loads the report of the served state of a draft, by the current checks and in their shape; null until somebody
 * asked for it. It belongs to the draft, because its evidence names the draft's address, which only those
 * know who were given it. The environment changes nothing, nor who may read the draft: a probe comes without a
 * token and is answered by the mock upstream.
 */
export async function loadReport(bucket: R2Bucket, head: Reported): Promise<Report | null> {
  const stored = await bucket.get(toKey(head.id));
  if (stored === null) return null;
  const text = await stored.text();
  const { artifact, version } = stored.customMetadata ?? {};
  if (artifact !== head.artifact || version !== reportVersion) return null;
  return findStored(DraftReport, JSON.parse(text), 'The report');
}

/** Keeps the report of what a draft serves, in place of an earlier one. */
export async function storeReport(
  bucket: R2Bucket,
  { artifact, id }: Reported,
  report: Report,
): Promise<void> {
  await bucket.put(toKey(id), JSON.stringify(report), {
    httpMetadata: { contentType: 'application/json' },
    customMetadata: { artifact, version: reportVersion },
  });
}

/** Takes the reports of drafts that end; at most 1,000 ids, as many as R2 takes at a time. */
export async function removeReports(bucket: R2Bucket, ids: string[]): Promise<void> {
  if (ids.length > 0) await bucket.delete(ids.map(toKey));
}

function toKey(id: string): string {
  return `${REPORT_PREFIX}${id}.json`;
}
