import type { Report } from '#app/blueprint/readiness/report.ts';

import type { DraftHead } from './draft-state.ts';

/** Rises with every change of what is checked, so that no stored report is of old checks. */
const REPORT_VERSION = 2;

/** Where reports lie in the bucket: `reports/<artifact's hash>/<draft's id>/<version>.json`. */
export const REPORT_PREFIX = 'reports/';

type Reported = Pick<DraftHead, 'artifact' | 'id'>;

/**
 * The report of what a draft serves now; null until somebody asked for it. It belongs to the draft
 * as well as to the artifact, because its evidence names the draft's address, which only those know
 * who were told. The environment changes nothing: a probe comes without a token and is answered by
 * the mock upstream.
 */
export async function loadReport(bucket: R2Bucket, head: Reported): Promise<Report | null> {
  const stored = await bucket.get(toKey(head));
  return stored === null ? null : stored.json();
}

/** Keeps the report of what a draft serves. */
export async function storeReport(bucket: R2Bucket, head: Reported, report: Report): Promise<void> {
  await bucket.put(toKey(head), JSON.stringify(report), {
    httpMetadata: { contentType: 'application/json' },
  });
}

function toKey({ artifact, id }: Reported): string {
  return `${REPORT_PREFIX}${artifact}/${id}/${REPORT_VERSION}.json`;
}
