import type { EndpointLease } from './endpoint-stub.server.ts';

/** A change made in another isolate is in force here after so long at the latest. */
export const LEASE_MS = 30_000;
/** So that an isolate that serves many endpoints does not grow for ever. */
const MAX_LEASES = 1_000;

const leases = new Map<string, { lease: EndpointLease; until: number }>();

/** The lease of a project as this isolate remembers it; null where it does not, or no longer. */
export function findLease(project: string, now: number): EndpointLease | null {
  const known = leases.get(project);
  if (known !== undefined && now < known.until) return known.lease;
  leases.delete(project);
  return null;
}

export function keepLease(lease: EndpointLease, now: number): void {
  leases.delete(lease.project);
  leases.set(lease.project, { lease, until: now + LEASE_MS });
  const [oldest] = leases.keys();
  if (leases.size > MAX_LEASES && oldest !== undefined) leases.delete(oldest);
}

/** Forgets what this isolate remembers of a project's endpoint. */
export function dropLease(project: string): void {
  leases.delete(project);
}
