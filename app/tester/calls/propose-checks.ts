import type { PathCheck } from '#app/blueprint/saved-tests/saved-test.ts';
import { toJsonPath } from '#app/platform/json-path.ts';
import type { JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { toValueText, type CheckFields } from './test-fields.ts';

/** Parts of an answer that a proposal looks at: a person takes away what is too much. */
const MAX_CHECKS = 8;
const MAX_TEXT = 80;

/**
 * Checks that the values of an answer are there.
 *
 * @param isExact short values also have to be the same.
 */
export function proposeChecks(content: JsonValue | undefined, isExact: boolean): CheckFields[] {
  if (!isJsonObject(content)) return [];
  return Object.entries(content)
    .slice(0, MAX_CHECKS)
    .map(([name, value]) => ({
      path: toJsonPath([name]),
      is: isExact ? judgeBy(value) : 'present',
      value: isExact && judgeBy(value) === 'equals' ? toValueText(value) : '',
    }));
}

/** A long text or a list is compared in its parts, if at all. */
function judgeBy(value: JsonValue): PathCheck['is'] {
  const isShort = typeof value === 'string' && value.length <= MAX_TEXT;
  return isShort || typeof value === 'number' || typeof value === 'boolean' ? 'equals' : 'present';
}
