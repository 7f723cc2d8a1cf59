import type { EndpointLease } from './endpoint-stub.server.ts';

/** Callers are spread over so many places. */
const PLACES = 10_000;
const PERCENT = PLACES / 100;

const FNV_OFFSET = 0x81_1c_9d_c5;
const FNV_PRIME = 0x01_00_01_93;

/**
 * The version that a caller gets: always the same one while a rollout runs, and once the new one, also when the
 * share grows.
 *
 * @param who id of the caller's key, app or session, or their address.
 */
export function chooseVersion(lease: EndpointLease, who: string): EndpointLease {
  const { rollout } = lease;
  if (rollout === null || !isChosen(rollout, who)) return lease;
  const { version, blueprint, artifact } = rollout;
  return { ...lease, version, blueprint, artifact };
}

/** Enough to find a name among one percent of all, but for one time in millions. */
const MAX_TRIES = 2_000;

/**
 * Makes a name that gets the version that was chosen, so that a caller who is known by it from then on keeps the
 * version that they began with.
 *
 * @param chosen what `chooseVersion` gave.
 */
export function makeNameFor(
  { rollout, version }: Pick<EndpointLease, 'rollout' | 'version'>,
  make: () => string,
): string {
  const isOffered = rollout?.version === version;
  let name = make();
  for (let tries = 0; tries < MAX_TRIES && rollout !== null; tries += 1) {
    if (isChosen(rollout, name) === isOffered) break;
    name = make();
  }
  return name;
}

/** Whether a caller is among the share that gets the new version. */
export function isChosen(
  { share, seed }: Pick<NonNullable<EndpointLease['rollout']>, 'share' | 'seed'>,
  who: string,
): boolean {
  return placeOf(`${seed} ${who}`) < share * PERCENT;
}

/** Visitors are told apart by so many places, too few to tell who one is. */
const VISITOR_PLACES = 1_000;

/** Tells visitors apart by their addresses, without keeping those. */
export function visitorPlace(address: string): string {
  return String(placeOf(address) % VISITOR_PLACES);
}

/** The place of a text among all: FNV-1a, whose bits are mixed as MurmurHash3 does at its end. */
function placeOf(text: string): number {
  let hash = FNV_OFFSET;
  for (const byte of new TextEncoder().encode(text)) hash = Math.imul(hash ^ byte, FNV_PRIME);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35);
  return ((hash ^ (hash >>> 16)) >>> 0) % PLACES;
}
