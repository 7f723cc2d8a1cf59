import type { UpstreamFetch, UpstreamOutcome } from '#app/runtime/definition.ts';

/** Maximum number of upstream calls in one tool call: a code action may page through a list. */
const MAX_CALLS = 50;
/** Maximum number of concurrent upstream calls in one tool call; their responses are held in memory. */
const MAX_AT_ONCE = 4;
/** Total size of the responses in one tool call, as a multiple of the policy's limit for one. */
const MAX_ANSWERS = 4;

/** Limits the number of requests of one tool call, and the total size of their responses. */
export function withBudget(next: UpstreamFetch, maxUpstreamBytes: number): UpstreamFetch {
  let callsLeft = MAX_CALLS;
  let bytesLeft = maxUpstreamBytes * MAX_ANSWERS;
  const takeTurn = createTurns(MAX_AT_ONCE);
  return async (id, request, signal, report) => {
    callsLeft -= 1;
    if (callsLeft < 0) {
      return refuse('refused', `One tool call may send at most ${MAX_CALLS} requests.`);
    }
    return takeTurn(async () => {
      if (bytesLeft <= 0) {
        return refuse('tooLarge', 'The answers within this tool call are too large together.');
      }
      const outcome = await next(id, request, signal, report);
      if (outcome.ok) bytesLeft -= outcome.response.body.byteLength;
      return outcome;
    });
  };
}

/** Limits concurrency; further work starts in order of arrival. */
function createTurns(atOnce: number) {
  const waiting: (() => void)[] = [];
  let free = atOnce;
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
    else free -= 1;
    try {
      return await work();
    } finally {
      const first = waiting.shift();
      if (first === undefined) free += 1;
      else first();
    }
  };
}

function refuse(reason: 'refused' | 'tooLarge', message: string): UpstreamOutcome {
  return { ok: false, reason, message };
}
