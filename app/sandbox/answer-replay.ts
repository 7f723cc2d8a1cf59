import type { UpstreamFetch, UpstreamOutcome, UpstreamResponse } from '#app/runtime/definition.ts';
import { isTooDeep, MAX_JSON_DEPTH } from '#app/runtime/json-depth.ts';
import { essenceOf } from '#app/runtime/media-type.ts';
import { contentTypeOf, readText } from '#app/runtime/read-text.ts';

/** Bytes of an API's answers that one call may bring into our own isolate: as values they take several times as much. */
export const MAX_BYTES_HERE = 131_072;

/** `{`, and `[`, which differs in one bit. */
const OPENING = 0x7b;

/** The way out of a call that may have to run a second time, in an isolate of its own. */
export interface AnswerReplay {
  /** For the first run: fails once the answers are larger than {@link MAX_BYTES_HERE} together, or nested deeply. */
  first: UpstreamFetch;
  /** Whether an answer was not to be read here. */
  isTooMuch: () => boolean;
  /** For the second run: gives the same answers in the same order without sending anything, and then goes on. */
  again: UpstreamFetch;
}

/** Remembers the answers of a call whose requests follow from its arguments and from each other. */
export function createAnswerReplay(send: UpstreamFetch): AnswerReplay {
  const answered: { request: string; outcome: UpstreamOutcome }[] = [];
  let bytes = 0;
  let isDeep = false;
  const isTooMuch = () => bytes > MAX_BYTES_HERE || isDeep;
  return {
    first: async (upstream, request, signal, report) => {
      const outcome = await send(upstream, request, signal, report);
      answered.push({ request: describe(upstream, request), outcome });
      if (outcome.ok) {
        bytes += outcome.response.body.byteLength;
        isDeep ||= bytes <= MAX_BYTES_HERE && mayBeDeep(outcome.response);
      }
      if (isTooMuch()) throw new Error('The answer takes too much to be read here.');
      return outcome;
    },
    isTooMuch,
    again: async (upstream, request, signal, report) => {
      const next = answered.shift();
      if (next === undefined) return send(upstream, request, signal, report);
      if (next.request === describe(upstream, request)) return next.outcome;
      throw new Error('A call that ran again asked for something else.');
    },
  };
}

/**
 * Whether an answer may be nested so deep that reading it takes long: what is done with a value grows with the square
 * of its depth. Bytes are counted first, in whatever charset: without so many brackets nothing is deep.
 */
function mayBeDeep(response: UpstreamResponse): boolean {
  let brackets = 0;
  for (const byte of response.body) if ((byte | 0x20) === OPENING) brackets += 1;
  if (brackets <= MAX_JSON_DEPTH) return false;
  // Of events each line is read by itself.
  if (essenceOf(contentTypeOf(response)) === 'text/event-stream') return true;
  const text = readText(response);
  return text !== null && isTooDeep(text);
}

function describe(upstream: string, { method, path }: { method: string; path: string }): string {
  return `${upstream} ${method} ${path}`;
}
