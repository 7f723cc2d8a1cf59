import { jsonRequest, requestJson, sendRequest } from '#app/api-client/api-request.ts';

import { LinkedReport, type ChecksReport } from './checks-report.ts';

const PATH = '/api/tester/reports';

/** Gives a report a public link. */
export function shareReport(report: ChecksReport) {
  return requestJson(LinkedReport, PATH, jsonRequest('POST', report));
}

/** Deletes a report that one has shared. */
export function deleteReport(id: string) {
  return sendRequest(`${PATH}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

/** Path of the page that shows a shared report. */
export function reportPath(id: string): string {
  return `/client/checks/${encodeURIComponent(id)}`;
}
