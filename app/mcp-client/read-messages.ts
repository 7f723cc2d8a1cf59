import { createParser } from 'eventsource-parser';

import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { tryParse } from './try-parse.ts';
import type { BodyFailure, WireAnswer } from './wire.ts';

/** How a body ended that was read to its end. */
export interface BodyEnd {
  /** Of the last event that had one: where a stream can be resumed. */
  lastEventId: string | null;
  /** Milliseconds that the server asks to wait before that. */
  retryMs: number | null;
  isStream: boolean;
}

export type DeliveryFailure =
  | BodyFailure
  | { reason: 'http'; status: number; message: string; challenge: string | null }
  | { reason: 'not-json'; message: string };

/** The exchange that a message came with. */
export interface Origin {
  exchangeId: number;
  status: number;
}

/** Takes the text of each message; `stop` ends the reading. */
export type OnText = (text: string, origin: Origin) => 'stop' | void;

/** Characters of one event; a line that never ends is stopped there. */
const MAX_EVENT_LENGTH = 64 * 1024 * 1024;
/** Characters of a foreign text that a sentence quotes. */
const QUOTED = 200;

/** Reads the messages of an answer, as they come where it is a stream of events. */
export async function readMessages(
  answer: WireAnswer,
  onText: OnText,
): Promise<Result<BodyEnd, DeliveryFailure>> {
  if (answer.mediaType === 'text/event-stream' && answer.status < 300) {
    return readEvents(answer, ({ event, data }) =>
      event === 'message' ? onText(data, answer) : undefined,
    );
  }
  let text = '';
  const end = await answer.read((piece) => void (text += piece));
  if (!end.ok) return end;
  const isEmpty = text.trim() === '';
  if (answer.status >= 300) return readRefusal(answer, text, onText);
  if (isEmpty && answer.status !== 200) return succeed(ENDED);
  if (answer.mediaType !== 'application/json') return fail(refuseType(answer, text));
  onText(text, answer);
  return succeed(ENDED);
}

const ENDED: BodyEnd = { lastEventId: null, retryMs: null, isStream: false };

/** Reads a stream of events to its end. */
export async function readEvents(
  answer: WireAnswer,
  onEvent: (event: { event: string; data: string }) => 'stop' | void,
): Promise<Result<BodyEnd, DeliveryFailure>> {
  const seen: BodyEnd = { ...ENDED, isStream: true };
  let isStopped = false;
  let isTooLarge = false;
  const parser = createParser({
    onEvent: ({ id, event = 'message', data }) => {
      if (id !== undefined) seen.lastEventId = id;
      // An event without a text only says where the stream can be resumed.
      if (!isStopped && data !== '') isStopped = onEvent({ event, data }) === 'stop';
    },
    onRetry: (ms) => void (seen.retryMs = ms),
    onError: ({ type }) => void (isTooLarge ||= type === 'max-buffer-size-exceeded'),
    maxBufferSize: MAX_EVENT_LENGTH,
  });
  const end = await answer.read((piece) => {
    parser.feed(piece);
    return isStopped || isTooLarge ? 'stop' : undefined;
  });
  if (isTooLarge) return fail({ reason: 'too-large', message: 'An event is larger than 64 MB.' });
  return end.ok || seen.lastEventId !== null ? succeed(seen) : end;
}

/** A refusal can bear a message of JSON-RPC, which says more than the status; not so where access is the reason. */
function readRefusal(
  answer: WireAnswer,
  text: string,
  onText: OnText,
): Result<BodyEnd, DeliveryFailure> {
  const isAccess = answer.status === 401 || answer.status === 403;
  if (!isAccess && /^\s*\{[\s\S]*"jsonrpc"/.test(text)) onText(text, answer);
  const problem = tryParse(text);
  const detail = isJsonObject(problem) ? problem['detail'] : undefined;
  const said = (typeof detail === 'string' ? detail : text.trim()).slice(0, QUOTED);
  return fail({
    reason: 'http',
    status: answer.status,
    message: `The server answered with status ${answer.status}${said === '' ? '' : `: ${said}`}`,
    challenge: answer.headers.get('www-authenticate'),
  });
}

function refuseType({ mediaType }: WireAnswer, text: string) {
  const type = mediaType === '' ? 'no content type' : `the content type ${mediaType}`;
  const isJson = /^\s*[[{]/.test(text);
  const said =
    text.trim() === '' ? 'an empty answer' : isJson ? 'JSON' : `“${text.trim().slice(0, QUOTED)}”`;
  const message = `The server sent ${said} with ${type}; MCP needs application/json or text/event-stream.`;
  return { reason: 'not-json' as const, message };
}
