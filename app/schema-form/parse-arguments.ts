import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

/** Reads the JSON of a call's arguments; a failure names the place where the text goes wrong. */
export function parseArguments(
  text: string,
): Result<JsonObject, { reason: 'invalid'; message: string }> {
  let value: JsonValue;
  try {
    value = parseJson(text);
  } catch (error) {
    return fail({ reason: 'invalid', message: toMessage(error, text) });
  }
  if (!isJsonObject(value)) {
    return fail({
      reason: 'invalid',
      message: 'Arguments must be a JSON object: {"name": value}.',
    });
  }
  return succeed(value);
}

function toMessage(error: unknown, text: string): string {
  const words = error instanceof Error ? error.message : String(error);
  const position = /position (\d+)/.exec(words)?.[1];
  if (position === undefined) return `Invalid JSON: ${words}.`;
  const before = text.slice(0, Number(position)).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `Invalid JSON at line ${before.length}, column ${column}: ${words.replace(/ in JSON.*| \(line.*/s, '')}.`;
}
