import { createDeadline } from '../deadline.ts';
import { isJsonObject } from '../json.ts';
import type { JsonObject } from '../json.ts';
import { HIDDEN_VALUE } from './server-evidence.ts';
import type { Exchange, ProbeAnswer } from './server-evidence.ts';

/** Maximum size of a response that is read, in bytes; a paginated list stays far below. */
const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
/** Characters of a body kept as evidence. */
const MAX_SHOWN = 800;

export interface ProbeRequest {
  method: string;
  url: string;
  headers: { [name: string]: string };
  body?: string;
}

/** Transport of requests, and their time limit. */
export interface ProbeLine {
  fetch: (request: Request) => Promise<Response>;
  timeoutMs: number;
  /** Aborts all requests in flight. */
  signal: AbortSignal;
}

/** Sends one request; every failure is part of the result. */
export async function exchange(line: ProbeLine, request: ProbeRequest): Promise<Exchange> {
  const { method, url, headers, body = '' } = request;
  const sent = { method, url, headers: hideCredentials(headers), body: body.slice(0, MAX_SHOWN) };
  const deadline = createDeadline(line.timeoutMs, [line.signal]);
  try {
    const response = await deadline.race(line.fetch(toRequest(request, deadline.signal)));
    return { sent, got: await deadline.race(readAnswer(response, awaitsMessage(request))) };
  } catch (error) {
    const late = `No response within ${line.timeoutMs} ms.`;
    return { sent, got: null, error: deadline.signal.aborted ? late : toReason(error) };
  } finally {
    deadline.clear();
  }
}

/** Adds the `Content-Length` that a network would, in case `fetch` does not use one. */
function toRequest({ method, url, headers, body }: ProbeRequest, signal: AbortSignal): Request {
  const init = { method, headers, signal, redirect: 'manual' as const };
  if (body === undefined) return new Request(url, init);
  const length = String(new TextEncoder().encode(body).length);
  return new Request(url, { ...init, headers: { ...headers, 'content-length': length }, body });
}

function toReason(error: unknown): string {
  const { message = String(error), cause } = error instanceof Error ? error : {};
  const code =
    isJsonObject(cause) && typeof cause['code'] === 'string' ? ` (${cause['code']})` : '';
  return `The server could not be reached: ${message}${code}`;
}

function hideCredentials(headers: { [name: string]: string }): { [name: string]: string } {
  const shown = Object.entries(headers).map(
    ([name, value]) =>
      [
        name,
        /^(authorization|cookie|.*(token|key|secret).*)$/i.test(name) ? HIDDEN_VALUE : value,
      ] as const,
  );
  return Object.fromEntries(shown);
}

/** A stream without a request to answer stays open for later events: nobody waits for its end. */
function awaitsMessage({ method, body = '' }: ProbeRequest): boolean {
  return method === 'POST' && parse(body)?.['id'] !== undefined;
}

async function readAnswer(response: Response, isAwaited: boolean): Promise<ProbeAnswer> {
  const headers = Object.fromEntries(
    [...response.headers].filter(([name]) => name !== 'set-cookie'),
  );
  const isStream = /^text\/event-stream\b/i.test(headers['content-type'] ?? '');
  if (isStream && !isAwaited) void response.body?.cancel().catch(() => {});
  const text = isStream && !isAwaited ? '' : await readText(response.body, isStream);
  const messages = isStream ? eventTexts(text).map(parse) : [parse(text)];
  const objects = messages.filter((message) => message !== null);
  const message = objects.find((object) => !isStream || isResponse(object)) ?? null;
  return {
    status: response.status,
    headers,
    body: text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text,
    message,
    others: objects.filter((object) => object !== message).slice(0, 20),
  };
}

/** Reads to the end, to the limit, or in a stream to the response: many servers leave it open. */
async function readText(body: Response['body'], isStream: boolean): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    bytes += next.value.length;
    text += decoder.decode(next.value, { stream: true });
    const isAnswered = isStream && eventTexts(text).some((event) => isResponse(parse(event) ?? {}));
    if (!isAnswered && bytes <= MAX_ANSWER_BYTES) continue;
    // Not awaited: a server that ignores the cancellation must not block us.
    void reader.cancel().catch(() => {});
    break;
  }
  return text;
}

/** Data of each complete event (WHATWG HTML, server-sent events). */
function eventTexts(stream: string): string[] {
  return stream
    .split(/\r?\n\r?\n|\r\r/)
    .map((event) =>
      event
        .split(/\r\n|\n|\r/)
        .filter((line) => line.startsWith('data:'))
        .map((line) => line.slice(5).replace(/^ /, ''))
        .join('\n'),
    )
    .filter((event) => event !== '');
}

function isResponse(message: JsonObject): boolean {
  return 'result' in message || 'error' in message;
}

function parse(text: string): JsonObject | null {
  try {
    const value: unknown = JSON.parse(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
