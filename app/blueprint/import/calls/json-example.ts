import { isObject, put } from '#app/blueprint/import/json-object.ts';
import { measureText } from '#app/blueprint/import/text/scan-json.ts';
import { MAX_DEPTH } from '#app/blueprint/import/text/tree-budget.ts';
import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { parseJson } from '#app/runtime/json.ts';

import { blankSecrets, holdsSecret } from './blank-secrets.ts';
import { isSecretName, looksSecret } from './credentials.ts';
import { hasPlaceholder, isBarePlaceholder, quotePlaceholders } from './placeholders.ts';

/**
 * A command's JSON as an example without values of secrets; undefined if it is unreadable, or a single value
 * of unknown meaning.
 */
export function readJsonExample(text: string): JsonValue | undefined {
  const value = tryParse(text);
  return typeof value === 'object' && value !== null ? withoutSecrets(value, false) : undefined;
}

function tryParse(text: string): JsonValue | undefined {
  if (measureText(text).depth > MAX_DEPTH) return undefined;
  for (const candidate of [text, quotePlaceholders(text)]) {
    try {
      return parseJson(candidate);
    } catch {
      // The next one may be JSON.
    }
  }
  return undefined;
}

/** Empties values of secrets, and everything below their names: an example is saved and exported. */
function withoutSecrets(value: JsonValue, isSecret: boolean): JsonValue {
  if (Array.isArray(value)) return value.map((each) => withoutSecrets(each, isSecret));
  if (isObject(value)) {
    const kept: JsonObject = {};
    for (const [name, each] of Object.entries(value)) {
      if (hasPlaceholder(name) || holdsSecret(name)) continue;
      put(kept, name, withoutSecrets(each, isSecret || isSecretName(name)));
    }
    return kept;
  }
  if (typeof value === 'string') {
    if (isBarePlaceholder(value)) return value;
    // JSON inside a text is not inspected.
    const isOpaque = /^\s*[{[]/.test(value) || looksSecret(value);
    return isSecret || isOpaque ? '' : blankSecrets(value);
  }
  return isSecret && typeof value === 'number' ? 0 : value;
}
