import { reportVersion } from 'virtual:build';

import type { Report } from '#app/blueprint/readiness/report.ts';
import { findStored } from '#app/platform/read-stored.ts';

import type { DraftHead } from './draft-state.ts';
import { DraftReport } from './draft.ts';

/** Location of reports in the bucket: `reports/<draft's id>.json`, and `reports/<draft's id>/public.json`. */
export const REPORT_PREFIX = 'reports/';

type Reported = Pick<DraftHead, 'artifact' | 'id' | 'snapshot'>;

/**
 * Loads the report of the served state of a draft, by the current checks and in their shape; null until somebody
 * asked for it. It belongs to the draft, because its evidence names the draft's address, which only those
 * know who were given it. The environment changes nothing, nor who may read the draft: a probe comes without a
 * token and is answered by the mock upstream.
 */
export async function loadReport(bucket: R2Bucket, head: Reported): Promise<Report | null> {
  const stored = await bucket.get(toKey(head));
  if (stored === null) return null;
  const text = await stored.text();
  const { artifact, version } = stored.customMetadata ?? {};
  if (artifact !== head.artifact || version !== reportVersion) return null;
  return findStored(DraftReport, JSON.parse(text), 'The report');
}

/** Keeps the report of what a draft serves, in place of an earlier one. */
export async function storeReport(bucket: R2Bucket, head: Reported, report: Report): Promise<void> {
  await bucket.put(toKey(head), JSON.stringify(report), {
    httpMetadata: { contentType: 'application/json' },
    customMetadata: { artifact: head.artifact, version: reportVersion },
  });
}

/** Takes the reports of drafts that end; at most 500 ids: R2 takes 1,000 keys at a time. */
export async function removeReports(bucket: R2Bucket, ids: string[]): Promise<void> {
  if (ids.length > 0) await bucket.delete(ids.flatMap((id) => [ofDraft(id), ofSnapshot(id)]));
}

/** A published server has a report of its own, so that visitors do not take the owner's place with theirs. */
function toKey({ id, artifact, snapshot }: Reported): string {
  return snapshot?.content.artifact === artifact ? ofSnapshot(id) : ofDraft(id);
}

function ofDraft(id: string): string {
  return `${REPORT_PREFIX}${id}.json`;
}

function ofSnapshot(id: string): string {
  return `${REPORT_PREFIX}${id}/public.json`;
}
