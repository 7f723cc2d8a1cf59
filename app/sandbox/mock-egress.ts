import type { ServerDefinition, UpstreamFetch } from '#app/runtime/definition.ts';
import { createMockFetch } from '#app/runtime/mock/mock-upstream.ts';

import { withBudget } from './egress-budget.ts';

/**
 * The upstreams of a server, answered from its own definition. It stands beside the tool: it checks
 * examples against patterns of a foreign document, which must not stall anybody else.
 */
export function createMockEgress(definition: ServerDefinition): UpstreamFetch {
  return withBudget(createMockFetch(definition), definition.policies.maxUpstreamBytes);
}
