import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import type { KeptLog } from './kept-log.ts';
import { tryParse } from './try-parse.ts';

/** A request to the server, whichever way it goes. */
export interface WireRequest {
  method: 'POST' | 'GET' | 'DELETE';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
  signal: AbortSignal;
  /** Told the number of the exchange before anything is sent. */
  onStart?: (exchangeId: number) => void;
}

/** The head of an answer; its body is read once. */
export interface WireAnswer {
  exchangeId: number;
  status: number;
  headers: Headers;
  /** The `Content-Type` without parameters, in lower case. */
  mediaType: string;
  /** Reads the body; ends early where `onText` answers `stop`. */
  read: (onText: (text: string) => 'stop' | void) => Promise<Result<null, BodyFailure>>;
}

export type WireFailure =
  /** A browser does not tell a network that fails from an answer that it may not read. */
  | { reason: 'no-answer'; message: string }
  /** `kind` is the last part of the relay's own name for the reason. */
  | { reason: 'relay-refused'; kind: string; message: string; status: number }
  | { reason: 'aborted'; message: string };

export type BodyFailure = { reason: 'cut-off' | 'too-large' | 'aborted'; message: string };

export type SendOver = (request: WireRequest) => Promise<Result<WireAnswer, WireFailure>>;

/** Bytes of one body; a server that sends without an end is stopped there. Streams of events have none. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** How one way to the server asks; a relay's own refusal is told apart from the server's answers. */
export interface Way {
  route: 'direct' | 'relay';
  ask: (request: WireRequest) => Promise<Response>;
  /** The server's own headers among those of the answer. */
  readHeaders: (headers: Headers) => Headers;
}

/** Sends requests in one way, and writes each with its answer into the log. */
export function createWire({ route, ask, readHeaders }: Way, log: KeptLog): SendOver {
  return async (request) => {
    const id = log.addExchange({
      route,
      method: request.method,
      url: request.url,
      requestHeaders: Object.entries(request.headers),
      requestBody: request.body,
    });
    request.onStart?.(id);
    let response: Response;
    try {
      response = await ask(request);
    } catch (error) {
      const failure = toWireFailure(error, request.signal);
      log.endExchange(id, failure.message);
      return failure;
    }
    // Only the relay speaks for itself; what its host answers while it fails is no answer of the server either.
    const isRefused = route === 'relay' && response.headers.get('x-mcp-relay') !== 'target';
    const headers = isRefused ? response.headers : readHeaders(response.headers);
    log.addResponse(id, response.status, headers);
    if (isRefused) {
      return fail({ reason: 'relay-refused', ...(await readRefusal(response, id, log)) });
    }
    return succeed(toAnswer(response, headers, { id, log, signal: request.signal }));
  };
}

function toWireFailure(error: unknown, signal: AbortSignal) {
  if (signal.aborted) return fail({ reason: 'aborted', message: 'The request was stopped.' });
  return fail({ reason: 'no-answer', message: describe(error) });
}

/** Node says more about a network that failed in the error's cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== ''
    ? `${error.message}: ${error.cause.message}`
    : error.message;
}

async function readRefusal(response: Response, id: number, log: KeptLog) {
  const text = await response.text().catch(() => '');
  log.addBody(id, text, text.length);
  log.endExchange(id, null);
  const { status } = response;
  const { kind = '', message = `The relay answered with status ${status}.` } = readProblem(text);
  return { kind, message, status };
}

/** The sentence and the kind of a problem document; nothing of anything else. */
function readProblem(text: string): { kind?: string; message?: string } {
  const problem = tryParse(text);
  const { type, detail } = isJsonObject(problem) ? problem : {};
  return {
    ...(typeof type === 'string' ? { kind: type.split(':').at(-1) ?? '' } : {}),
    ...(typeof detail === 'string' ? { message: detail } : {}),
  };
}

function toAnswer(
  response: Response,
  headers: Headers,
  { id, log, signal }: { id: number; log: KeptLog; signal: AbortSignal },
): WireAnswer {
  const [type = ''] = (headers.get('content-type') ?? '').split(';');
  const mediaType = type.trim().toLowerCase();
  return {
    exchangeId: id,
    status: response.status,
    headers,
    mediaType,
    read: async (onText) => {
      const outcome = await readBody(response, signal, mediaType, (text, bytes) => {
        log.addBody(id, text, bytes);
        return onText(text);
      });
      log.endExchange(id, outcome.ok ? null : outcome.message);
      return outcome;
    },
  };
}

async function readBody(
  response: Response,
  signal: AbortSignal,
  mediaType: string,
  onText: (text: string, bytes: number) => 'stop' | void,
): Promise<Result<null, BodyFailure>> {
  const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
  if (reader === undefined) return succeed(null);
  const decoder = new TextDecoder();
  const stop = () => void reader.cancel().catch(() => {});
  signal.addEventListener('abort', stop);
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (signal.aborted) return fail({ reason: 'aborted', message: 'The request was stopped.' });
      const text = value === undefined ? decoder.decode() : decoder.decode(value, { stream: true });
      bytes += value?.length ?? 0;
      if ((text !== '' || value !== undefined) && onText(text, value?.length ?? 0) === 'stop') {
        stop();
        return succeed(null);
      }
      if (done) return succeed(null);
      if (bytes > MAX_BODY_BYTES && !mediaType.startsWith('text/event-stream')) {
        stop();
        return fail({ reason: 'too-large', message: 'The answer is larger than 64 MB.' });
      }
    }
  } catch (error) {
    if (signal.aborted) return fail({ reason: 'aborted', message: 'The request was stopped.' });
    return fail({ reason: 'cut-off', message: `The answer broke off: ${describe(error)}` });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
