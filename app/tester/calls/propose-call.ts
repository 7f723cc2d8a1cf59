import type { SentCall } from '#app/tester/connected/sent-calls.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { proposeChecks } from './propose-checks.ts';
import { NEW_TEST, type TestFields } from './test-fields.ts';

/** The fields of a saved call that expects what a call of a tool brought. */
export function proposeCall({ params, outcome }: SentCall, hasOutputSchema: boolean): TestFields {
  const tool = typeof params['name'] === 'string' ? params['name'] : '';
  const args = isJsonObject(params['arguments']) ? params['arguments'] : {};
  const result = outcome?.ok ? outcome.value : {};
  const isError = outcome?.ok !== true || result['isError'] === true;
  const content = result['structuredContent'];
  return {
    ...NEW_TEST,
    name: `${tool} ${isError ? 'fails' : 'answers'}`,
    tool,
    argumentsText: JSON.stringify(args, null, 2),
    outcome: isError ? 'error' : 'success',
    fitsSchema: !isError && hasOutputSchema && content !== undefined,
    checks: isError ? [] : proposeChecks(content, true),
  };
}
