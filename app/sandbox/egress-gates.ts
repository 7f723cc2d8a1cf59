import type { Policies } from '#app/runtime/policies.ts';
import { createUpstreamGates, type UpstreamGates } from '#app/runtime/upstream/upstream-gates.ts';

/** Servers whose gates this isolate keeps; whoever was called longest ago begins anew. */
const MAX_SERVERS = 500;

const kept = new Map<string, UpstreamGates>();

/**
 * What this isolate knows of the upstreams of one server. Nobody shares it: an address that one
 * server calls wrongly says nothing of the calls of others.
 *
 * @param server stands for a server and for what it is made of, its policies included.
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
