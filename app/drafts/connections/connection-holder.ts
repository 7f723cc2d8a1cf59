import type { HostCaller } from '#app/platform/outbound/limit-hosts.server.ts';

import type { Connectable } from './connection.ts';
import type { ConnectionSeat } from './connection-seat.ts';

/** Whom what a person connects belongs to: a draft, or one caller of an endpoint. */
export interface ConnectionHolder {
  seat: ConnectionSeat;
  /** Owner of the refresh token in the secrets' store. */
  owner: string;
  /** The project that a caller connects it for; absent: it is no caller's. */
  project?: string;
  /** Owner of the client's id and secret there. */
  clientOwner: string;
  connectables: Connectable[];
  /** On whose behalf the code is exchanged. */
  caller: HostCaller;
  /** Path of the page that the person began at, and comes back to. */
  path: string;
}
