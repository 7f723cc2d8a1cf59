import { resolve4, resolve6 } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';

import { systemClock, type Clock } from '#app/platform/clock.ts';

export interface ResolvedAddress {
  address: string;
  /** Seconds. */
  ttl: number;
}

/** All addresses of a name; empty where there are none. Rejects where nobody could be asked. */
export type Resolve = (host: string) => Promise<ResolvedAddress[]>;

/** An answer is used again for its TTL, but no longer than this. */
const MAX_TTL_SECONDS = 5 * 60;
const MAX_HOSTS = 500;

/** Codes of Node and workerd for "no such name" and "a name without such addresses". */
const EMPTY_ANSWERS = new Set(['ENOTFOUND', 'ENODATA']);

/** Asks the DNS (over https on workerd) for A and AAAA; both must have answered. */
export const resolveByDns: Resolve = async (host) => {
  const answers = await Promise.all([
    resolve4(host, { ttl: true }).catch(toEmpty),
    resolve6(host, { ttl: true }).catch(toEmpty),
  ]);
  // workerd lists the names of a CNAME chain among the addresses.
  return answers.flat().filter(({ address }) => ipaddr.isValid(address));
};

/** A resolver that remembers answers for their TTL; failures and empty answers are never kept. */
export function cacheResolve(resolve: Resolve, now: Clock = systemClock): Resolve {
  const known = new Map<string, { addresses: ResolvedAddress[]; until: number }>();
  return async (host) => {
    const hit = known.get(host);
    if (hit && hit.until > now()) return hit.addresses;
    known.delete(host);
    const addresses = await resolve(host);
    if (addresses.length === 0) return addresses;
    const [oldest] = known.size >= MAX_HOSTS ? known.keys() : [];
    if (oldest !== undefined) known.delete(oldest);
    const ttl = Math.min(MAX_TTL_SECONDS, ...addresses.map((entry) => entry.ttl));
    known.set(host, { addresses, until: now() + ttl * 1_000 });
    return addresses;
  };
}

function toEmpty(error: unknown): ResolvedAddress[] {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (typeof code === 'string' && EMPTY_ANSWERS.has(code)) return [];
  throw error;
}
