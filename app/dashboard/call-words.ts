import type { CallEnd } from '#app/hosting/calls/call-entry.ts';

/** How calls ended, as the log says it. */
export const CALL_WORDS: Record<CallEnd, string> = {
  ok: 'Answered',
  argumentRefused: 'Argument refused',
  upstreamStatus: 'API answered an error',
  upstreamFailed: 'No answer from the API',
  timeOut: 'Timed out',
  answerTooLarge: 'Answer too large',
  toolFailed: 'Tool failed',
  toolNotFound: 'Unknown tool',
  cancelled: 'Cancelled',
  overQuota: 'Over the plan’s limit',
  unauthorized: 'Refused',
  crashed: 'Server error',
};

/** Bytes for people: "12 KB". */
export function describeBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1_024).toFixed(1)} MB`;
}
