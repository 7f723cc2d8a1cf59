import type { ClientLink, UpstreamFetch, UpstreamProgress } from '../tool-context.ts';
import { withTrace } from '../trace-context.ts';

type Caller = Pick<ClientLink, 'signal' | 'progress' | 'trace'>;

/**
 * Sends requests for a caller: aborted when it cancels, part of its trace, and with progress reports if the
 * request allows them.
 */
export function fetchForCaller(caller: Caller, send: UpstreamFetch): UpstreamFetch {
  return (upstream, request, signal, report) =>
    send(
      upstream,
      withTrace(request, caller.trace),
      signal ?? caller.signal,
      report ?? (request.reportsProgress === true ? createReporter(caller) : undefined),
    );
}

/** Progress may only grow, and a response that is read again starts again. */
function createReporter(caller: Caller): (progress: UpstreamProgress) => void {
  let last = 0;
  return (progress) => {
    const bytes = progress.kind === 'body' ? progress.bytes : 0;
    last = Math.max(last + 1, bytes);
    const total = progress.kind === 'body' && last === bytes ? progress.total : undefined;
    // A disconnected client is handled by the signal, not here.
    caller.progress(last, total, describeProgress(progress)).catch(() => {});
  };
}

function describeProgress(progress: UpstreamProgress): string {
  if (progress.kind === 'body') {
    const of = progress.total === undefined ? '' : ` of ${progress.total}`;
    return `Received ${progress.bytes}${of} bytes.`;
  }
  const { attempt, of, waitMs, why } = progress;
  const seconds = Math.round(waitMs / 100) / 10;
  return `Attempt ${attempt} of ${of} follows in ${seconds} s: ${why}`;
}
