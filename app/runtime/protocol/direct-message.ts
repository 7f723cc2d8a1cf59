import type { JsonObject } from '../json.ts';
import type { ServedDefinition } from '../served-definition.ts';
import type { DirectRequest } from './direct-request.ts';
import { serverInfoOf } from './server-info.ts';
import { SERVER_INFO_KEY } from './wire-names.ts';

/** Answers a request; null to leave it to the SDK. */
export type DirectAnswer = (
  http: Request,
  request: DirectRequest,
) => Promise<Response> | Response | null;

/** Builds the JSON-RPC response to a request. */
export type ToMessage = (request: DirectRequest, result: object, meta?: JsonObject) => object;

/** Builds responses for both eras: those of 2026-07-28 include the server's info. */
export function createMessages({ identity }: ServedDefinition): ToMessage {
  const serverInfo = serverInfoOf(identity);
  return ({ id, isModern }, result, meta) => {
    if (!isModern) return { result, jsonrpc: '2.0', id };
    const _meta = { ...meta, [SERVER_INFO_KEY]: serverInfo };
    return { result: { ...result, resultType: 'complete', _meta }, jsonrpc: '2.0', id };
  };
}

/** Characters of an answer that takes no memory worth counting while it is sent. */
const SHORT = 65_536;

const shortAnswers = new WeakSet<Response>();

/** A message as the whole HTTP response. */
export function toJson(message: object, headers: { [name: string]: string }): Response {
  const text = JSON.stringify(message);
  const response = new Response(text, {
    headers: { ...headers, 'Content-Type': 'application/json' },
  });
  if (text.length <= SHORT) shortAnswers.add(response);
  return response;
}

/** Whether a response is a short message, which is made as a whole: no work goes on behind it. */
export function isShortAnswer(response: Response): boolean {
  return shortAnswers.has(response);
}
