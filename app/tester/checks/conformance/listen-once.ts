import { isJsonObject, parseJson } from '#app/runtime/json.ts';
import type { JsonObject } from '#app/runtime/json.ts';
import type { ProbeRequest } from '#app/runtime/probe/probe-exchange.ts';
import type { Exchange } from '#app/runtime/probe/server-evidence.ts';

import type { Subject } from './subject.ts';

/** Bytes of a stream that are read for its first message. */
const MAX_BYTES = 64 * 1024;

/**
 * Opens a stream that stays open, and closes it after its first message: `others` holds that one, `message` an
 * answer that came instead.
 */
export async function listenOnce(
  { transport: { line, address } }: Subject,
  request: ProbeRequest,
): Promise<Exchange> {
  const { method, url, headers, body = '' } = request;
  const own = Object.keys(address.headers);
  const shown = Object.entries(headers).filter(([name]) => !own.includes(name));
  const sent = { method, url, headers: Object.fromEntries(shown), body };
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), line.timeoutMs);
  const signal = AbortSignal.any([ended.signal, line.signal]);
  try {
    const response = await line.fetch(new Request(url, { method, headers, body, signal }));
    const text = await readFirst(response.body);
    const message = readMessage(text);
    const isAnswer = message !== null && ('result' in message || 'error' in message);
    const got = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: text.slice(0, 800),
      message: isAnswer ? message : null,
      others: message === null || isAnswer ? [] : [message],
    };
    return { sent, got };
  } catch {
    return { sent, got: null, error: `No message within ${line.timeoutMs} ms.` };
  } finally {
    clearTimeout(timer);
    ended.abort();
  }
}

async function readFirst(body: Response['body']): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  const decoder = new TextDecoder();
  let text = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    text += decoder.decode(next.value, { stream: true });
    if (readMessage(text) !== null || text.length > MAX_BYTES) break;
  }
  void reader.cancel().catch(() => {});
  return text;
}

/** The first whole message of a stream, or the only one of a body. */
function readMessage(text: string): JsonObject | null {
  const events = text.split(/\r?\n\r?\n|\r\r/).map((event) =>
    event
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5))
      .join('\n'),
  );
  const found = [text, ...events].map(parse).find((message) => message !== null);
  return found ?? null;
}

function parse(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}
