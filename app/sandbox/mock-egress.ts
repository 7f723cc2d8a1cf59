import type { ServerDefinition, UpstreamFetch } from '#app/runtime/definition.ts';
import type { MockFixtures } from '#app/runtime/mock/mock-fixtures.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';

import { withBudget } from './egress-budget.ts';

/**
 * Mock of a server's upstreams, answered from its own definition. It runs beside the tool: it checks examples
 * against patterns of a foreign document, which must not block other requests.
 */
export function createMockEgress(
  definition: ServerDefinition,
  fixtures: MockFixtures,
): UpstreamFetch {
  const answer = createMockFetch(definition, fixtures);
  return withBudget(answer, definition.policies.maxUpstreamBytes);
}
