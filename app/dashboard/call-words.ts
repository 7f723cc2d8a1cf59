import type { CallEnd, CallEntry, NamedCallPage } from '#app/hosting/calls/call-entry.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';

/** How calls ended, as the log says it. */
export const CALL_WORDS: Record<CallEnd, string> = {
  ok: 'Answered',
  argumentRefused: 'Argument refused',
  upstreamStatus: 'API returned an error',
  upstreamFailed: 'No answer from the API',
  timeOut: 'Timed out',
  answerTooLarge: 'Answer too large',
  outputBroken: 'Response does not match schema',
  toolFailed: 'Tool failed',
  toolNotFound: 'Unknown tool',
  cancelled: 'Cancelled',
  overQuota: 'Plan limit reached',
  unauthorized: 'Not authorized',
  crashed: 'Server error',
};

/** A latency for people; nothing where there was no call. */
export function describeLatency(milliseconds: number | null): string {
  return milliseconds === null ? '' : `${formatCount(milliseconds)} ms`;
}

/** Bytes for people: "12 KB". */
export function describeBytes(bytes: number): string {
  if (bytes < 1_024) return `${bytes} B`;
  const kilobytes = bytes / 1_024;
  return kilobytes < 1_024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1_024).toFixed(1)} MB`;
}

/** Whoever called: the key by its name, a connected app by the name that it gave itself. */
export function nameCaller(
  { key, app }: Pick<CallEntry, 'key' | 'app'>,
  keyNames: NamedCallPage['keyNames'],
): string {
  if (key === null) return 'Visitor';
  if (key.startsWith('app_')) return app ?? 'Connected app';
  return keyNames[key] ?? 'Deleted key';
}
