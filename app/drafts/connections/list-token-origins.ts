import { toSecretOrigins } from '#app/drafts/secrets/secret-origins.ts';
import type { AuthorizationCode } from '#app/runtime/upstream/authorization-code.ts';

import { isAt, type Connectable, type ConnectionPlace } from './connection.ts';

/** A connection as it is asked for. */
interface AskedConnection {
  place: ConnectionPlace;
  scheme: AuthorizationCode;
}

/**
 * Every origin that gets the tokens of a connection, sorted. Of this connection alone: another API that names the same
 * secret is nothing that the person saw.
 */
export function listTokenOrigins(
  connectables: readonly Connectable[],
  asked: AskedConnection,
): string[] {
  const { scheme } = asked;
  const same = listSameConnectables(connectables, asked);
  const own = same.map(({ upstream }) => ({ ...upstream, auth: [scheme] }));
  return toSecretOrigins(own).get(scheme.refreshTokenSecret) ?? [];
}

/**
 * The APIs at a place where the person is asked for the same by the same server. Two versions may be served at once:
 * with the same scheme the token is good for both.
 */
export function listSameConnectables(
  connectables: readonly Connectable[],
  { place, scheme }: AskedConnection,
): Connectable[] {
  const wanted = toText(scheme);
  return connectables.filter((each) => isAt(each, place) && toText(each.scheme) === wanted);
}

function toText(scheme: AuthorizationCode): string {
  return JSON.stringify(Object.entries(scheme).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
