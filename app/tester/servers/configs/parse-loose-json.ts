import { parseJson, type JsonValue } from '#app/runtime/json.ts';

/** A text in quotes, a comment, or a comma behind which only a bracket comes. */
const PARTS =
  /"(?:\\.|[^"\\])*"|\/\/[^\n]*|\/\*[^]*?\*\/|,(?=\s*(?:(?:\/\/[^\n]*|\/\*[^]*?\*\/)\s*)*[}\]])/g;

/** Parses JSON as editors keep it: with comments, and commas after the last part. Throws where the text is none. */
export function parseLooseJson(text: string): JsonValue {
  return parseJson(text.replace(PARTS, (part) => (part.startsWith('"') ? part : '')));
}
