import type { Tool } from '#app/blueprint/tool.ts';
import { proposeChecks } from '#app/tester/calls/propose-checks.ts';
import { NEW_TEST, type TestFields } from '#app/tester/calls/test-fields.ts';
import type { CallRecord } from '#app/workbench/trials/mcp-call.ts';

/** The fields of a test that expects of a call what it answered; null where no tool answered. */
export function proposeTest(call: CallRecord, tool: Tool): TestFields | null {
  const { answer } = call;
  if (answer.kind !== 'result') return null;
  const { result, isError, isMock } = answer;
  const content = result['structuredContent'];
  return {
    ...NEW_TEST,
    name: `${tool.name} ${isError ? 'fails' : 'answers'}`,
    tool: tool.name,
    upstream: isMock ? 'mock' : 'real',
    argumentsText: call.argumentsText,
    outcome: isError ? 'error' : 'success',
    fitsSchema: !isError && tool.outputSchema !== undefined && content !== undefined,
    // The mock answers the same each time.
    checks: isError ? [] : proposeChecks(content, isMock),
  };
}
