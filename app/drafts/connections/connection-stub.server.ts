import type { HostCaller } from '#app/platform/outbound/limit-hosts.server.ts';
import { limitStub, OBJECT_MS } from '#app/platform/stores/limit-stub.server.ts';
import type { AuthorizationCode } from '#app/runtime/upstream/authorization-code.ts';
import type { UserToken } from '#app/runtime/upstream/user-tokens.ts';

import type { ConnectionPlace } from './connection.ts';

/** A connection that a person has begun, and may end at the callback. */
export interface PendingConnection {
  place: ConnectionPlace;
  /** As it was when the person was sent away. */
  scheme: AuthorizationCode;
  /** Every origin that the tokens were to go to then. */
  origins: string[];
  redirectUri: string;
  verifier: string;
  /** SHA-256 of the cookie of the browser that began. */
  browser: string;
}

/** An access token that the call of a server needs. */
export interface TokenWish {
  /** Owner of the refresh token, in whose object it is used. */
  owner: string;
  /** Owner of the client's id and secret. */
  clientOwner: string;
  /** Hash of the blueprint that is served. */
  blueprint: string;
  /** On whose behalf the token is bought. */
  caller: HostCaller;
  place: ConnectionPlace;
  rejected: string[];
  /** Under which the product is reached. */
  origin: string;
}

/** Calls of the object that holds the connections of one owner of secrets. */
export interface ConnectionCalls extends Rpc.DurableObjectBranded {
  /** Remembers what was begun, for ten minutes. */
  begin(nonce: string, pending: PendingConnection): Promise<void>;
  /** Gives out, once, what this browser has begun; null if there is nothing, or nothing any more. */
  take(nonce: string, browser: string): Promise<PendingConnection | null>;
  /** An access token, bought where there is none; one purchase at a time. */
  getToken(wish: TokenWish): Promise<UserToken>;
}

/**
 * The object of the connections of an owner of secrets.
 * @param milliseconds until it counts as away
 */
export function toConnectionStub(
  env: Pick<Env, 'CONNECTIONS'>,
  owner: string,
  milliseconds = OBJECT_MS,
): DurableObjectStub<ConnectionCalls> {
  return limitStub(env.CONNECTIONS.get(env.CONNECTIONS.idFromName(owner)), milliseconds);
}
