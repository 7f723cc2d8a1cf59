import type { Report } from '#app/blueprint/readiness/report.ts';

import type { DraftHead } from './draft-state.ts';

/** Rises with every change of what is checked, so that no stored report is of old checks. */
const REPORT_VERSION = 1;

/** Where reports lie in the bucket: `reports/<artifact's hash>/<version>.json`. */
export const REPORT_PREFIX = 'reports/';

/**
 * The report of what a draft serves now; null until somebody asked for it. It belongs to the
 * artifact: what is checked is the same for every draft and in either environment, because a probe
 * comes without a token and is answered by the mock upstream.
 */
export async function loadReport(
  bucket: R2Bucket,
  head: Pick<DraftHead, 'artifact'>,
): Promise<Report | null> {
  const stored = await bucket.get(toKey(head));
  return stored === null ? null : stored.json();
}

/** Keeps the report of an artifact. */
export async function storeReport(
  bucket: R2Bucket,
  head: Pick<DraftHead, 'artifact'>,
  report: Report,
): Promise<void> {
  await bucket.put(toKey(head), JSON.stringify(report), {
    httpMetadata: { contentType: 'application/json' },
  });
}

function toKey({ artifact }: Pick<DraftHead, 'artifact'>): string {
  return `${REPORT_PREFIX}${artifact}/${REPORT_VERSION}.json`;
}
