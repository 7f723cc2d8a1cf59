import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ContractFinding } from '#app/blueprint/diff/contract/contract-diff.ts';
import { diffContract } from '#app/blueprint/diff/contract/diff-contract.ts';
import type { JsonObject, JsonSchema } from '#app/runtime/json.ts';

import { exampleBlueprint } from '../example-blueprint.ts';

type Definitions = { [name: string]: JsonSchema };

/** A server of one tool that takes, or returns, a `value` of a schema. */
export function serverOf(
  schema: JsonObject,
  side: 'arguments' | 'result',
  definitions: Definitions = {},
): Blueprint {
  const server = exampleBlueprint();
  const whole = { type: 'object', properties: { value: schema } };
  const none = { type: 'object', properties: {} };
  const tool: Blueprint['tools'][number] = {
    name: 'tool',
    enabled: true,
    inputSchema: side === 'arguments' ? whole : none,
    ...(side === 'result' ? { outputSchema: whole } : {}),
    action: { kind: 'code', source: 'export default () => ({});' },
  };
  return { ...server, definitions, tools: [tool] };
}

/** The findings about a value whose schema was another before. */
export function diffSchemas(
  before: JsonObject,
  after: JsonObject,
  side: 'arguments' | 'result',
  definitions: Definitions = {},
  later: Definitions = definitions,
): ContractFinding[] {
  const diff = diffContract(serverOf(before, side, definitions), serverOf(after, side, later));
  return diff.tools.flatMap(({ findings }) => findings);
}
