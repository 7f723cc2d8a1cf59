import type { JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { readValue } from '#app/builder/built-in/words/constraints.ts';
import { joinText, splitList } from '#app/builder/built-in/words/lists.ts';
import { readNumber } from '#app/builder/built-in/words/numbers.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';

/** What some words are as a value of this type; null where they are none. */
export function readArgumentValue(
  tokens: readonly Token[],
  type: string | undefined,
): JsonValue | null {
  const [first] = tokens;
  if (!first) return null;
  const number = readNumber(tokens, 0);
  switch (type) {
    case 'integer':
      return number && number.length === tokens.length && Number.isInteger(number.value)
        ? number.value
        : null;
    case 'number':
      return number && number.length === tokens.length ? number.value : null;
    case 'boolean':
      return readTruth(joinText(tokens).toLowerCase());
    case 'array':
      return Array.isArray(first.value) ? first.value : splitList(tokens).map(readAny);
    case 'object':
      return first.value !== undefined && isJsonObject(first.value) ? first.value : null;
    case 'string':
      return joinText(tokens);
    default:
      return readAny(tokens);
  }
}

function readTruth(text: string): boolean | null {
  if (/^(?:true|yes|on)$/.test(text)) return true;
  return /^(?:false|no|off)$/.test(text) ? false : null;
}

function readAny(tokens: readonly Token[]): JsonValue {
  const found = readValue(tokens, 0);
  return found && found.length === tokens.length && tokens[0]?.kind !== 'quote'
    ? found.value
    : joinText(tokens);
}
