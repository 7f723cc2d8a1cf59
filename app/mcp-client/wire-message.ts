import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject, valueOf } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';

export type MessageId = string | number;

export interface WireError {
  code: number;
  message: string;
  data: unknown;
}

/** A message of JSON-RPC by its kind; `source` is all of it. */
export type WireMessage =
  | { kind: 'request'; id: MessageId; method: string; params: JsonObject; source: JsonObject }
  | { kind: 'notification'; method: string; params: JsonObject; source: JsonObject }
  | { kind: 'result'; id: MessageId; result: JsonObject; source: JsonObject }
  | { kind: 'error'; id: MessageId | null; error: WireError; source: JsonObject };

type Fault = Result<never, { reason: 'invalid-message'; message: string }>;

/** Tells the kind of a message; a value that is none is refused with the sentence that says why. */
export function readWireMessage(
  value: JsonValue,
): Result<WireMessage, { reason: 'invalid-message'; message: string }> {
  if (!isJsonObject(value)) return fault('The message is not a JSON object.');
  if (value['jsonrpc'] !== '2.0') return fault('The message does not say "jsonrpc": "2.0".');
  const method = valueOf(value, 'method');
  return method === undefined ? readAnswer(value) : readCall(value, method);
}

function readCall(source: JsonObject, method: JsonValue): ReturnType<typeof readWireMessage> {
  if (typeof method !== 'string') return fault('The method of the message is not a string.');
  const params = valueOf(source, 'params') ?? {};
  if (!isJsonObject(params)) return fault(`The parameters of ${method} are not an object.`);
  const id = valueOf(source, 'id');
  if (id === undefined) return succeed({ kind: 'notification', method, params, source });
  if (!isId(id)) return fault(`The id of ${method} is neither a string nor a number.`);
  return succeed({ kind: 'request', id, method, params, source });
}

function readAnswer(source: JsonObject): ReturnType<typeof readWireMessage> {
  const id = valueOf(source, 'id');
  const result = valueOf(source, 'result');
  const error = valueOf(source, 'error');
  if (result !== undefined && error !== undefined) {
    return fault('The answer has both a result and an error.');
  }
  if (error !== undefined) return readError(source, id, error);
  if (result === undefined) return fault('The message has no method, no result and no error.');
  if (!isId(id)) return fault('The id of the answer is neither a string nor a number.');
  if (!isJsonObject(result)) return fault('The result is not an object.');
  return succeed({ kind: 'result', id, result, source });
}

function readError(
  source: JsonObject,
  id: JsonValue | undefined,
  error: JsonValue,
): ReturnType<typeof readWireMessage> {
  if (!isJsonObject(error)) return fault('The error of the answer is not an object.');
  const { code, message } = error;
  if (typeof code !== 'number' || typeof message !== 'string') {
    return fault('The error of the answer lacks a number as its code or a string as its message.');
  }
  const data = valueOf(error, 'data') ?? null;
  return succeed({
    kind: 'error',
    id: isId(id) ? id : null,
    error: { code, message, data },
    source,
  });
}

function isId(value: unknown): value is MessageId {
  return typeof value === 'string' || typeof value === 'number';
}

function fault(message: string): Fault {
  return fail({ reason: 'invalid-message', message });
}
