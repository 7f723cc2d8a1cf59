import type { CallEnding, CallEntry } from './call-entry.ts';

/** The calls that a list shows; what is absent does not matter. Times are milliseconds since 1970. */
export interface CallFilter {
  tool?: string | undefined;
  end?: CallEnding | undefined;
  /** Id of a key or a connected app; `none`: calls that came without one. */
  key?: string | undefined;
  version?: number | undefined;
  /** At this time or later. */
  since?: number | undefined;
  /** Before this time. */
  until?: number | undefined;
}

/** Callers without a key or an app, as a filter names them. */
export const NO_KEY = 'none';

/** Whether a call failed: what its own client cancelled did not. */
export function isFailed({ end }: Pick<CallEntry, 'end'>): boolean {
  return end !== 'ok' && end !== 'cancelled';
}

/** Whether a list shows a call. */
export function matchesCall(filter: CallFilter, call: CallEntry): boolean {
  const { tool, end, key, version, since = 0, until = Infinity } = filter;
  return (
    (tool === undefined || call.tool === tool) &&
    (end === undefined || (end === 'failed' ? isFailed(call) : call.end === end)) &&
    (key === undefined || (call.key ?? NO_KEY) === key) &&
    (version === undefined || call.version === version) &&
    call.at >= since &&
    call.at < until
  );
}
