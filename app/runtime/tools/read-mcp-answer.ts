import { isJsonObject, parseJson } from '../json.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { essenceOf } from '../media-type.ts';
import { contentTypeOf, readText } from '../read-text.ts';
import type { UpstreamResponse } from '../tool-context.ts';

/** Response of another MCP server; `none`: not an MCP response. */
export type McpAnswer =
  | { kind: 'result'; result: JsonObject }
  | { kind: 'error'; code: number; message: string }
  | { kind: 'none' };

/** Reads the JSON-RPC response from a JSON body or an event stream. */
export function readMcpAnswer(response: UpstreamResponse): McpAnswer {
  const text = readText(response) ?? '';
  const isStream = essenceOf(contentTypeOf(response)) === 'text/event-stream';
  const messages = isStream ? eventTexts(text).map(parse) : [parse(text)];
  for (const message of messages) {
    if (!isJsonObject(message)) continue;
    const { result, error } = message;
    if (isJsonObject(result)) return { kind: 'result', result };
    if (isJsonObject(error)) {
      const { code, message: words } = error;
      return {
        kind: 'error',
        code: typeof code === 'number' ? code : 0,
        message: typeof words === 'string' ? words : 'no reason given',
      };
    }
  }
  return { kind: 'none' };
}

/** Data of each event (WHATWG HTML, server-sent events). */
function eventTexts(stream: string): string[] {
  return stream.split(/\r?\n\r?\n|\r\r/).map((event) =>
    event
      .split(/\r\n|\n|\r/)
      .filter((line) => line.startsWith('data:'))
      .map((line) => line.slice(5).replace(/^ /, ''))
      .join('\n'),
  );
}

function parse(text: string): JsonValue {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
