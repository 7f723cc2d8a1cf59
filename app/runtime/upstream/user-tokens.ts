import { systemTiming } from '../timing.ts';
import type { Timing } from '../timing.ts';
import type { AuthorizationCode } from './authorization-code.ts';
import { describeTokenRefusal, lifetimeOf, requestToken, tokenTextOf } from './token-request.ts';
import type { OAuthClient, Send } from './token-request.ts';
import { createTurns } from './turns.ts';
import type { Turns } from './turns.ts';

/**
 * A refresh may take so long, whatever the time-out of the call that needs it: what is aborted midway may
 * have used up the refresh token.
 */
const REFRESH_MS = 15_000;
const MAX_WAITING = 1_000;
/** Bounds the memory of a process that serves many servers. */
const MAX_CONNECTIONS = 500;

/** An access token that somebody needs who knows the secrets of a scheme. */
export interface WantedToken {
  upstream: { id: string; title?: string };
  scheme: AuthorizationCode;
  client: OAuthClient;
  refreshToken: string;
  /** Access tokens that the API has rejected. */
  rejected: readonly string[];
}

export type UserToken =
  | { ok: true; token: string; expiresAt: number }
  | {
      ok: false;
      message: string;
      /** The refresh token is worth nothing any more: a person has to connect again. */
      isOver?: boolean;
    };

/** Gives access tokens that refresh tokens buy. */
export type UserTokens = (wanted: WantedToken) => Promise<UserToken>;

export interface UserTokensOptions {
  send: Send;
  /** Keeps a refresh token that replaces another; it must not reject. */
  save?: (wanted: WantedToken, from: string, to: string) => Promise<void>;
  timing?: Timing;
}

/** State of one refresh token and those that replaced it. */
interface Connection {
  refreshToken: string;
  token: string;
  expiresAt: number;
  /** Why it is over; null: as far as anybody knows it is not. */
  over: string | null;
  turns: Turns;
}

/**
 * Buys access tokens (RFC 6749, 6), each used while it is valid. One refresh at a time for a connection: two at
 * once would look like a stolen token to servers that replace refresh tokens, and end it.
 */
export function createUserTokens(options: UserTokensOptions): UserTokens {
  const { timing = systemTiming } = options;
  const connections = new Map<string, Connection>();
  return async (wanted) => {
    const connection = findConnection(connections, wanted, timing);
    const known = findToken(connection, wanted, timing);
    if (known) return known;
    const release = await connection.turns.take(NEVER, timing.now() + REFRESH_MS);
    if (release === null) {
      return { ok: false, message: `The access token of ${nameOf(wanted)} is being renewed.` };
    }
    try {
      // Whoever was first may have renewed it.
      return (
        findToken(connection, wanted, timing) ??
        (await refresh(connections, connection, wanted, options))
      );
    } finally {
      release();
    }
  };
}

function nameOf({ upstream: { id, title = id } }: WantedToken): string {
  return title;
}

const NEVER = new AbortController().signal;

function findConnection(
  connections: Map<string, Connection>,
  wanted: WantedToken,
  timing: Timing,
): Connection {
  const key = toKey(wanted, wanted.refreshToken);
  const known = connections.get(key);
  if (known) return known;
  if (connections.size >= MAX_CONNECTIONS) connections.clear();
  const turns = createTurns({ atOnce: 1, waiting: MAX_WAITING }, timing);
  const { refreshToken } = wanted;
  const fresh: Connection = { refreshToken, token: '', expiresAt: 0, over: null, turns };
  connections.set(key, fresh);
  return fresh;
}

function toKey({ scheme, client }: WantedToken, refreshToken: string): string {
  return JSON.stringify([scheme.tokenUrl, client.id, client.secret, refreshToken]);
}

function findToken(
  { token, expiresAt, over }: Connection,
  { rejected }: WantedToken,
  timing: Timing,
): UserToken | null {
  if (over !== null) return { ok: false, message: over, isOver: true };
  const isUsable = expiresAt > timing.now() && !rejected.includes(token);
  return isUsable ? { ok: true, token, expiresAt } : null;
}

async function refresh(
  connections: Map<string, Connection>,
  connection: Connection,
  wanted: WantedToken,
  { send, save, timing = systemTiming }: UserTokensOptions,
): Promise<UserToken> {
  const { scheme, client } = wanted;
  const form = new URLSearchParams({
    grant_type: 'refresh_token',
    refresh_token: connection.refreshToken,
  });
  const signal = AbortSignal.timeout(REFRESH_MS);
  const sendInTime: Send = (request) => send(new Request(request, { signal }));
  const answer = await requestToken(sendInTime, scheme.tokenUrl, form, client);
  const token = tokenTextOf(answer, 'access_token');
  if (token === undefined) {
    const message = describeTokenRefusal(scheme.tokenUrl, answer, 'the refresh token');
    if (answer.body['error'] !== 'invalid_grant') return { ok: false, message };
    connection.over = `${nameOf(wanted)} has to be connected again. ${message}`;
    return { ok: false, message: connection.over, isOver: true };
  }
  const replacement = tokenTextOf(answer, 'refresh_token');
  connection.token = token;
  connection.expiresAt = timing.now() + lifetimeOf(answer);
  const { refreshToken } = connection;
  if (replacement !== undefined && replacement !== refreshToken) {
    connection.refreshToken = replacement;
    connections.set(toKey(wanted, replacement), connection);
    await save?.(wanted, refreshToken, replacement);
  }
  return { ok: true, token, expiresAt: connection.expiresAt };
}
