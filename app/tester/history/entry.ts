import type { Frame, HttpExchange } from '#app/mcp-client/exchange.ts';
import { isJsonObject } from '#app/runtime/json.ts';

/** The kind of a message of JSON-RPC. */
export type MessageKind = 'request' | 'response' | 'error' | 'notification' | 'other';

/** A row of the history: a message, or an HTTP request. */
export type Entry =
  | {
      kind: 'message';
      key: string;
      frame: Frame;
      message: MessageKind;
      /** Of a response also: the method that it answers. */
      method: string;
      /** Milliseconds from the request to its answer; null where it answers none that is known. */
      elapsedMs: number | null;
      /** A tool's own error, too. */
      isFailed: boolean;
    }
  | {
      kind: 'http';
      key: string;
      exchange: HttpExchange;
      /** Until the last byte; null while it runs. */
      elapsedMs: number | null;
      isFailed: boolean;
    };

export type MessageEntry = Extract<Entry, { kind: 'message' }>;
export type HttpEntry = Extract<Entry, { kind: 'http' }>;

/** The messages as rows, oldest first, each answer with its request's method and time. */
export function toMessageEntries(frames: readonly Frame[]): MessageEntry[] {
  // Both sides number their requests; an answer travels against its request.
  const open = new Map<string, { method: string; at: number }>();
  return frames.map((frame) => {
    const { message, direction, at, id } = frame;
    const key = `m${id}`;
    const kind = toMessageKind(message);
    const own = `${direction} ${JSON.stringify(message['id'])}`;
    const method = typeof message['method'] === 'string' ? message['method'] : '';
    if (kind === 'request') open.set(own, { method, at });
    if (kind !== 'response' && kind !== 'error') {
      return {
        kind: 'message',
        key,
        frame,
        message: kind,
        method,
        elapsedMs: null,
        isFailed: frame.invalid !== undefined,
      };
    }
    const other = direction === 'sent' ? 'received' : 'sent';
    const asked = open.get(`${other} ${JSON.stringify(message['id'])}`);
    const { result } = message;
    const isFailed =
      kind === 'error' ||
      frame.invalid !== undefined ||
      (isJsonObject(result) && result['isError'] === true);
    const elapsedMs = asked === undefined ? null : at - asked.at;
    return {
      kind: 'message',
      key,
      frame,
      message: kind,
      method: asked?.method ?? '',
      elapsedMs,
      isFailed,
    };
  });
}

function toMessageKind(message: Frame['message']): MessageKind {
  if (message['error'] !== undefined) return 'error';
  if (message['result'] !== undefined) return 'response';
  if (typeof message['method'] !== 'string') return 'other';
  return message['id'] === undefined ? 'notification' : 'request';
}

/** The HTTP requests as rows, oldest first. */
export function toHttpEntries(exchanges: readonly HttpExchange[]): HttpEntry[] {
  return exchanges.map((exchange) => {
    const { id, response, error, startedAt } = exchange;
    const endedAt = response?.endedAt ?? null;
    return {
      kind: 'http',
      key: `h${id}`,
      exchange,
      elapsedMs: endedAt === null ? null : endedAt - startedAt,
      isFailed: error !== null || (response !== null && response.status >= 400),
    };
  });
}
