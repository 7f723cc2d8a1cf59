import { toFailure } from '#app/api-client/api-request.ts';
import { createEventStreamParser } from '#app/api-client/event-stream.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

const PROTOCOL_VERSION = '2026-07-28';

/** The gateway's mark on what the mock upstream answered. */
const MOCK_MARK = 'mcp-builder/mock';
/** The runtime's mark on an answer that was joined of pages. */
const PAGES_MARK = 'mcp-builder/pages';

export interface CallRequest {
  url: string;
  token: string | null;
  tool: string;
  /** JSON of the arguments, sent as it stands: no number loses a digit on the way. */
  argumentsText: string;
}

/** The answer of a tool, or the server's reason for refusing the call. */
export type CallAnswer =
  | {
      kind: 'result';
      isError: boolean;
      /** As the server sent it. */
      result: JsonObject;
      isMock: boolean;
      /** Pages of the API that were joined; null where the tool joins none. */
      pages: number | null;
    }
  | { kind: 'refused'; code: number | null; message: string };

/** One call as it went over the wire. */
export interface CallRecord {
  tool: string;
  argumentsText: string;
  /** Milliseconds since the epoch. */
  startedAt: number;
  elapsedMs: number;
  request: { url: string; headers: Record<string, string>; body: string };
  /** Null where no answer came: the network failed, or the user stopped it. */
  response: { status: number; headers: Record<string, string>; body: string } | null;
  answer: CallAnswer;
}

/** The body of `tools/call`, with the arguments' text as it stands. */
export function toCallBody(tool: string, argumentsText: string): string {
  const meta = JSON.stringify({
    'io.modelcontextprotocol/protocolVersion': PROTOCOL_VERSION,
    'io.modelcontextprotocol/clientInfo': { name: 'mcp-builder-try-it', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  });
  const name = JSON.stringify(tool);
  return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":${name},"arguments":${argumentsText},"_meta":${meta}}}`;
}

/** Calls a tool at the real endpoint. Never throws: what went wrong is in the record. */
export async function callEndpoint(call: CallRequest, signal: AbortSignal): Promise<CallRecord> {
  const request = {
    url: call.url,
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': PROTOCOL_VERSION,
      'mcp-method': 'tools/call',
      'mcp-name': call.tool,
      ...(call.token === null ? {} : { authorization: `Bearer ${call.token}` }),
    },
    body: toCallBody(call.tool, call.argumentsText),
  };
  const startedAt = Date.now();
  const start = performance.now();
  const record = (response: CallRecord['response'], answer: CallAnswer): CallRecord => ({
    tool: call.tool,
    argumentsText: call.argumentsText,
    startedAt,
    elapsedMs: performance.now() - start,
    request: { ...request, headers: shortenToken(request.headers) },
    response,
    answer,
  });
  try {
    const sent = await fetch(call.url, {
      method: 'POST',
      headers: request.headers,
      body: request.body,
      signal,
      credentials: 'omit',
    });
    const body = await sent.text();
    const response = { status: sent.status, headers: Object.fromEntries(sent.headers), body };
    return record(response, readAnswer(response));
  } catch (error) {
    const isStopped = toFailure(error).reason === 'aborted';
    const message = isStopped ? 'You stopped the call.' : 'The server could not be reached.';
    return record(null, { kind: 'refused', code: null, message });
  }
}

/** Reads the JSON-RPC answer out of a response, be it JSON or an event stream. */
export function readAnswer(response: {
  status: number;
  headers: Record<string, string>;
  body: string;
}): CallAnswer {
  const isStream = response.headers['content-type']?.startsWith('text/event-stream') ?? false;
  const texts = isStream
    ? createEventStreamParser()(`${response.body}\n\n`).map(({ data }) => data)
    : [response.body];
  for (const text of texts.toReversed()) {
    const answer = toAnswer(text);
    if (answer) return answer;
  }
  const message = `The server answered with status ${response.status} and no JSON-RPC message.`;
  return { kind: 'refused', code: response.status, message };
}

/** Reads a JSON-RPC message, or a problem document; servers may leave out whatever they like. */
function toAnswer(text: string): CallAnswer | null {
  const message = readObject(text);
  if (message === null) return null;
  const { result, error, detail, status } = message;
  if (isJsonObject(result)) {
    const meta = isJsonObject(result['_meta']) ? result['_meta'] : {};
    const pages = meta[PAGES_MARK];
    return {
      kind: 'result',
      isError: result['isError'] === true,
      result,
      isMock: meta[MOCK_MARK] === true,
      pages: typeof pages === 'number' ? pages : null,
    };
  }
  if (isJsonObject(error)) {
    const { code, message: words } = error;
    return {
      kind: 'refused',
      code: toNumber(code),
      message: typeof words === 'string' ? words : '',
    };
  }
  return typeof detail === 'string'
    ? { kind: 'refused', code: toNumber(status), message: detail }
    : null;
}

function readObject(text: string): JsonObject | null {
  try {
    const value = parseJson(text);
    return isJsonObject(value) ? value : null;
  } catch {
    return null;
  }
}

function toNumber(value: JsonValue | undefined): number | null {
  return typeof value === 'number' ? value : null;
}

/** The record is shown and copied: the token is not part of it. */
function shortenToken(headers: Record<string, string>): Record<string, string> {
  return 'authorization' in headers ? { ...headers, authorization: 'Bearer ••••••••' } : headers;
}
