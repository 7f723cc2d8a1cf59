import type { UpstreamFetch, UpstreamOutcome } from '#app/runtime/definition.ts';

/** Bytes of an API's answers that one call may bring into our own isolate: as values they take several times as much. */
export const MAX_BYTES_HERE = 131_072;

/** The way out of a call that may have to run a second time, in an isolate of its own. */
export interface AnswerReplay {
  /** For the first run: fails once the answers are larger than {@link MAX_BYTES_HERE} together. */
  first: UpstreamFetch;
  isTooLarge: () => boolean;
  /** For the second run: gives the same answers in the same order without sending anything, and then goes on. */
  again: UpstreamFetch;
}

/** Remembers the answers of a call whose requests follow from its arguments and from each other. */
export function createAnswerReplay(send: UpstreamFetch): AnswerReplay {
  const answered: { request: string; outcome: UpstreamOutcome }[] = [];
  let bytes = 0;
  return {
    first: async (upstream, request, signal, report) => {
      const outcome = await send(upstream, request, signal, report);
      answered.push({ request: describe(upstream, request), outcome });
      if (outcome.ok) bytes += outcome.response.body.byteLength;
      if (bytes > MAX_BYTES_HERE) throw new Error('The answer is too large to be read here.');
      return outcome;
    },
    isTooLarge: () => bytes > MAX_BYTES_HERE,
    again: async (upstream, request, signal, report) => {
      const next = answered.shift();
      if (next === undefined) return send(upstream, request, signal, report);
      if (next.request === describe(upstream, request)) return next.outcome;
      throw new Error('A call that ran again asked for something else.');
    },
  };
}

function describe(upstream: string, { method, path }: { method: string; path: string }): string {
  return `${upstream} ${method} ${path}`;
}
