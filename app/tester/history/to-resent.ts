import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

let lastId = 0;

/**
 * A message to send once more, as text: a request gets an id of its own, since a session must not see one twice,
 * and its progress goes by that id.
 */
export function toResent(message: JsonObject): string {
  if (message['id'] === undefined) return JSON.stringify(message, null, 2);
  lastId += 1;
  const id = `again-${lastId}`;
  const { params } = message;
  const meta = isJsonObject(params) ? params['_meta'] : undefined;
  if (!isJsonObject(params) || !isJsonObject(meta) || meta['progressToken'] === undefined) {
    return JSON.stringify({ ...message, id }, null, 2);
  }
  const renewed = { ...params, _meta: { ...meta, progressToken: id } };
  return JSON.stringify({ ...message, id, params: renewed }, null, 2);
}

/** The body of an HTTP request to send once more; one that is no message stays as it is. */
export function toResentBody(body: string): string {
  try {
    const value = parseJson(body);
    return isJsonObject(value) ? toResent(value) : body;
  } catch {
    return body;
  }
}
