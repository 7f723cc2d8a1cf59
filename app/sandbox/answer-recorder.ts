import type { UpstreamFetch } from '#app/runtime/definition.ts';

/** Answers of one call that are kept, and bytes of each. */
const MAX_ANSWERS = 20;
const MAX_BYTES = 200_000;

/** An answer of an API, whole; secrets in it are blanked already. */
export interface RecordedAnswer {
  upstream: string;
  method: string;
  /** Relative to the base URL, query included. */
  path: string;
  status: number;
  mediaType: string;
  /** Null: no text, or too long. */
  text: string | null;
}

/** Records the answers to the requests of one tool call. */
export function createAnswerRecorder(): {
  wrap: (send: UpstreamFetch) => UpstreamFetch;
  answers: readonly RecordedAnswer[];
} {
  const answers: RecordedAnswer[] = [];
  const wrap =
    (send: UpstreamFetch): UpstreamFetch =>
    async (upstream, request, signal, report) => {
      const outcome = await send(upstream, request, signal, report);
      if (outcome.ok && answers.length < MAX_ANSWERS) {
        const { status, headers, body } = outcome.response;
        const { method, path } = request;
        const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? '';
        answers.push({ upstream, method, path, status, mediaType: type, text: readText(body) });
      }
      return outcome;
    };
  return { wrap, answers };
}

function readText(body: Uint8Array): string | null {
  if (body.byteLength > MAX_BYTES) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(body);
  } catch {
    return null;
  }
}
