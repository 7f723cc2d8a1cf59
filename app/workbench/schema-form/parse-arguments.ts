import type { JsonObject } from '#app/runtime/definition.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** Reads the JSON of a call's arguments; a failure names the place where the text goes wrong. */
export function parseArguments(
  text: string,
): Result<JsonObject, { reason: 'invalid'; message: string }> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return fail({ reason: 'invalid', message: toMessage(error, text) });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return fail({
      reason: 'invalid',
      message: 'Arguments must be a JSON object: {"name": value}.',
    });
  }
  return succeed(value as JsonObject);
}

function toMessage(error: unknown, text: string): string {
  const words = error instanceof Error ? error.message : String(error);
  const position = /position (\d+)/.exec(words)?.[1];
  if (position === undefined) return `Invalid JSON: ${words}.`;
  const before = text.slice(0, Number(position)).split('\n');
  const column = (before.at(-1)?.length ?? 0) + 1;
  return `Invalid JSON at line ${before.length}, column ${column}: ${words.replace(/ in JSON.*| \(line.*/s, '')}.`;
}
