import { parseBlueprint } from '#app/blueprint/parse-blueprint.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject, parseJson } from '#app/runtime/json.ts';

/** Reads a `blueprint.json` that somebody has edited. */
export function readBlueprintFile(
  text: string,
): Result<Blueprint, { reason: 'invalid'; message: string }> {
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : 'not valid JSON';
    return fail({ reason: 'invalid', message: `It is no JSON: ${message}.` });
  }
  const parsed = parseBlueprint(isJsonObject(value) ? withoutTests(value) : value);
  if (parsed.ok) return succeed(parsed.value);
  const [problem] = parsed.problems;
  return fail({ reason: 'invalid', message: `${problem?.path ?? '$'}: ${problem?.message ?? ''}` });
}

/** Saved tests are the project's, not the version's. */
function withoutTests({ tests: _tests, ...rest }: Record<string, unknown>): object {
  return rest;
}
