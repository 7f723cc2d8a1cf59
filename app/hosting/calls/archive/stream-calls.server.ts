import { createLog } from '#app/platform/log.ts';
import { beginTimedId } from '#app/platform/ids.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import type { CallEntry } from '#app/hosting/calls/call-entry.ts';
import { matchesCall, type CallFilter } from '#app/hosting/calls/call-filter.ts';
import { toCallLogStub, type CallRun } from '#app/hosting/calls/call-log-stub.server.ts';

import { readArchivedCall, type CallPart, type NumberedCall } from './call-part.ts';

/**
 * All calls that a filter lets pass, in the order of their arrival, each once: also those that are archived while
 * this goes on. Holds no more than a piece of one part, and reads on only as fast as the pieces are taken.
 */
export async function* streamCalls(
  { env }: Pick<AppContext, 'env'>,
  project: string,
  filter: CallFilter,
): AsyncGenerator<CallEntry[]> {
  const stub = toCallLogStub(env, project);
  let done = 0;
  for (;;) {
    const run: CallRun = await stub.readCallRun(done);
    const last = Math.max(0, ...run.parts.map(({ to }) => to), ...run.calls.map(toNumber));
    if (last === 0) return;
    for await (const some of readRun(env.BLOBS, run, filter)) {
      yield some
        .filter((call) => call.sequence > done && matchesCall(filter, call))
        .map(({ sequence: _sequence, ...call }) => call);
    }
    done = last;
  }
}

async function* readRun(
  bucket: R2Bucket,
  { parts, calls }: CallRun,
  filter: CallFilter,
): AsyncGenerator<NumberedCall[]> {
  for (const part of parts) if (mayMatch(part, filter)) yield* readPieces(bucket, part);
  yield calls;
}

function toNumber({ sequence }: NumberedCall): number {
  return sequence;
}

/** Whether a part has calls of the time that is asked for. */
function mayMatch({ first, last }: CallPart, { since = 0, until }: CallFilter): boolean {
  return last >= beginTimedId(since) && (until === undefined || first < beginTimedId(until));
}

async function* readPieces(bucket: R2Bucket, { key }: CallPart): AsyncGenerator<NumberedCall[]> {
  const stored = await bucket.get(key);
  if (stored === null) {
    createLog({}).warn('calls.part.gone', { key });
    return;
  }
  let rest = '';
  for await (const text of stored.body.pipeThrough(new TextDecoderStream())) {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    yield lines.map(readArchivedCall);
  }
}
