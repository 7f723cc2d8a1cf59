import type { PathCheck } from '#app/blueprint/saved-tests/saved-test.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { toJsonPath } from '#app/platform/json-path.ts';
import type { JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { CallAnswer, CallRecord } from '#app/workbench/trials/mcp-call.ts';

import { NEW_TEST, toValueText, type CheckFields, type TestFields } from './test-fields.ts';

/** Parts of an answer that a proposal looks at: a person takes away what is too much. */
const MAX_CHECKS = 8;
const MAX_TEXT = 80;

/** The fields of a test that expects of a call what it answered; null where no tool answered. */
export function proposeTest(call: CallRecord, tool: Tool): TestFields | null {
  const { answer } = call;
  if (answer.kind !== 'result') return null;
  const { result, isError, isMock } = answer;
  return {
    ...NEW_TEST,
    name: `${tool.name} ${isError ? 'fails' : 'answers'}`,
    tool: tool.name,
    upstream: isMock ? 'mock' : 'real',
    argumentsText: call.argumentsText,
    outcome: isError ? 'error' : 'success',
    fitsSchema:
      !isError && tool.outputSchema !== undefined && result['structuredContent'] !== undefined,
    checks: isError ? [] : proposeChecks(answer),
  };
}

function proposeChecks({
  result: { structuredContent },
  isMock,
}: Extract<CallAnswer, { kind: 'result' }>): CheckFields[] {
  if (!isJsonObject(structuredContent)) return [];
  return Object.entries(structuredContent)
    .slice(0, MAX_CHECKS)
    .map(([name, value]) => ({
      path: toJsonPath([name]),
      is: isMock ? judgeBy(value) : 'present',
      value: isMock && judgeBy(value) === 'equals' ? toValueText(value) : '',
    }));
}

/** The mock answers the same each time; a long text or a list is compared in its parts, if at all. */
function judgeBy(value: JsonValue): PathCheck['is'] {
  const isShort = typeof value === 'string' && value.length <= MAX_TEXT;
  return isShort || typeof value === 'number' || typeof value === 'boolean' ? 'equals' : 'present';
}
