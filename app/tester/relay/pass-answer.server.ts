import { PROBLEM_MEDIA_TYPE, toProblem } from '#app/platform/problem.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { withTimeout } from '#app/platform/with-timeout.ts';

import { limitStream, type LimitedStream } from './limit-stream.ts';
import { toMediaKind } from './media-kind.ts';
import type { RelayFailure } from './relay-failure.server.ts';
import { RELAY_HEADER, toBrowserHeaders } from './relay-headers.ts';
import type { RelayLimits } from './relay-limits.ts';

/** The exchange that an answer belongs to. */
export interface RelayedExchange extends Pick<LimitedStream, 'signal' | 'until' | 'onEnd'> {
  requestId: string;
  host: string;
  method: string;
  limits: RelayLimits;
}

const WITHOUT_BODY = new Set([204, 205, 304]);
/** Browsers take it for one of a proxy of theirs. */
const PROXY_AUTHENTICATION = 407;
/** Of a text that is no JSON, for people. */
const SHOWN_CHARACTERS = 500;

/**
 * The answer for the browser: the target's status, the headers that are allowed, and JSON or events as they come.
 * An error in another form keeps its status and says in a problem document what it was; any other answer is
 * refused.
 */
export async function passAnswer(
  response: Response,
  exchange: RelayedExchange,
): Promise<Result<Response, RelayFailure>> {
  const { status } = response;
  const body: ReadableStream<Uint8Array> | null = response.body;
  const { host, limits } = exchange;
  if (status === PROXY_AUTHENTICATION) {
    const message = `${host} answered with status 407, which only a proxy may do.`;
    return end(exchange, { reason: 'notJson', message }, body);
  }
  const headers = toPassedHeaders(response);
  const isEmpty = body === null || response.headers.get('content-length') === '0';
  if (isEmpty || WITHOUT_BODY.has(status)) return passEmpty(exchange, { status, headers }, body);
  const kind = toMediaKind(response.headers.get('content-type'));
  if (kind !== 'json' && kind !== 'events') return passOther(response, headers, exchange);
  const isEvents = kind === 'events';
  const maxBytes = isEvents ? limits.streamBytes : limits.answerBytes;
  if (Number(response.headers.get('content-length') ?? 0) > maxBytes) {
    const message = `The answer of ${host} is larger than ${Math.floor(maxBytes / 1_048_576)} MB.`;
    return end(exchange, { reason: 'tooLarge', message }, body);
  }
  const passed = limitStream(body, { ...exchange, ...limits, maxBytes, isEvents });
  return succeed(new Response(passed, { status, headers }));
}

function toPassedHeaders(response: Response): Headers {
  const headers = toBrowserHeaders(response.headers);
  headers.set(RELAY_HEADER, 'target');
  headers.set('cache-control', 'no-store');
  headers.set('content-security-policy', "sandbox; default-src 'none'; frame-ancestors 'none'");
  return headers;
}

/** An answer that is neither JSON nor events. */
async function passOther(
  response: Response,
  headers: Headers,
  exchange: RelayedExchange,
): Promise<Result<Response, RelayFailure>> {
  const { status } = response;
  const { host, method, limits } = exchange;
  const type = response.headers.get('content-type') ?? 'without a type';
  const text = await readBeginning(response, limits.idleMs);
  // What comes with "accepted" and "session ended" says nothing.
  if (text === '' || status === 202 || (method === 'DELETE' && response.ok)) {
    return passEmpty(exchange, { status, headers }, null);
  }
  const what = `${host} answered with status ${status} and content ${type}`;
  if (status < 400) {
    const message = `${what}. The relay passes on JSON and event streams only, which is what an MCP server sends: check the address.`;
    return end(exchange, { reason: 'notJson', message }, null);
  }
  exchange.onEnd();
  const isPlain = toMediaKind(response.headers.get('content-type')) === 'text';
  const detail = isPlain ? `${what}: ${text}` : `${what}, which the relay does not pass on.`;
  headers.set('content-type', PROBLEM_MEDIA_TYPE);
  const document = JSON.stringify(toProblem(exchange, { status, detail }));
  return succeed(new Response(document, { status, headers }));
}

async function passEmpty(
  { onEnd }: RelayedExchange,
  { status, headers }: { status: number; headers: Headers },
  body: ReadableStream | null,
): Promise<Result<Response, RelayFailure>> {
  await body?.cancel();
  onEnd();
  headers.delete('content-type');
  return succeed(new Response(null, { status, headers }));
}

async function end({ onEnd }: RelayedExchange, failure: RelayFailure, body: ReadableStream | null) {
  await body?.cancel();
  onEnd();
  return fail(failure);
}

/** The first characters of a text; what does not come in time is left out. */
async function readBeginning({ body }: Response, idleMs: number): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array>;
  const decoder = new TextDecoder();
  let text = '';
  try {
    while (text.length < SHOWN_CHARACTERS) {
      const { done, value } = await withTimeout(reader.read(), idleMs);
      if (done) break;
      text += decoder.decode(value, { stream: true });
    }
  } catch {
    // It broke off, or its sender fell silent.
  }
  await reader.cancel().catch(() => {});
  return text.slice(0, SHOWN_CHARACTERS);
}
