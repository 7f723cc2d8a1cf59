import type { Policies } from '#app/runtime/policies.ts';
import { createUpstreamGates, type UpstreamGates } from '#app/runtime/upstream/upstream-gates.ts';

/** Number of servers whose gates this isolate keeps; the least recently called is dropped. */
const MAX_SERVERS = 500;

const kept = new Map<string, UpstreamGates>();

/**
 * State of one server's upstreams in this isolate. Not shared between servers: failures of one server's wrong
 * address say nothing about the calls of others.
 *
 * @param server key of the server and its definition, including its policies.
 */
export function gatesOf(server: string, policies: Policies): UpstreamGates {
  const gates = kept.get(server) ?? createUpstreamGates(policies);
  kept.delete(server);
  kept.set(server, gates);
  for (const oldest of kept.keys()) {
    if (kept.size <= MAX_SERVERS) break;
    kept.delete(oldest);
  }
  return gates;
}
