import { DurableObject } from 'cloudflare:workers';
import * as z from 'zod/mini';

import { toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createObjectContext } from '#app/platform/object-context.server.ts';
import { findStored } from '#app/platform/read-stored.ts';
import type { UserToken, UserTokens, WantedToken } from '#app/runtime/upstream/user-tokens.ts';
import { createUserTokens } from '#app/runtime/upstream/user-tokens.ts';
import { UpstreamFailure } from '#app/runtime/upstream/upstream-failure.ts';
import { replaceSecret } from '#app/secrets/store.server.ts';

import { ConnectionPlace } from './connection.ts';
import type { ConnectionCalls, PendingConnection, TokenWish } from './connection-stub.server.ts';
import { createGuardedSend } from './send-guarded.server.ts';
import { findWanted } from './find-wanted.server.ts';

/** A person signs in and decides within this time. */
const LIFETIME_MS = 10 * 60_000;
/** More windows than anybody signs in with at once. */
const MAX_PENDING = 10;
/** The only copy of a replaced refresh token is not lost to one failure of the database. */
const SAVE_ATTEMPTS = 4;
const SAVE_PAUSE_MS = 500;

const StoredPending = z.object({
  place: ConnectionPlace,
  scheme: z.object({
    id: z.string(),
    kind: z.literal('oauth2AuthorizationCode'),
    authorizationUrl: z.string(),
    tokenUrl: z.string(),
    scopes: z.array(z.string()),
    clientIdSecret: z.string(),
    clientSecretSecret: z.optional(z.string()),
    refreshTokenSecret: z.string(),
  }),
  origins: z.array(z.string()),
  redirectUri: z.string(),
  verifier: z.string(),
  browser: z.string(),
  expiresAt: z.number(),
});

/**
 * Connections of one draft or project, or of one caller of a project, by the owner of the refresh tokens: what was begun and not yet ended, in storage,
 * and the access tokens of what is connected, in memory only. Being one object, it takes each state once, and buys one token at a time: two
 * refreshes at once would end a connection whose refresh tokens are replaced.
 */
export class ConnectionObject extends DurableObject<Env> implements ConnectionCalls {
  #tokens: UserTokens | null = null;

  async begin(nonce: string, pending: PendingConnection): Promise<void> {
    const { storage } = this.ctx;
    const known = [...(await storage.list({ prefix: PENDING }))].map(([key, stored]) => ({
      key,
      until: StoredPending.safeParse(stored).data?.expiresAt ?? 0,
    }));
    // The oldest give way, so that nobody fills the storage with what they never end.
    const oldest = known.sort((a, b) => a.until - b.until).slice(0, 1 - MAX_PENDING);
    await storage.delete(oldest.map(({ key }) => key));
    await storage.put(PENDING + nonce, { ...pending, expiresAt: Date.now() + LIFETIME_MS });
    await storage.setAlarm(Date.now() + LIFETIME_MS);
  }

  async take(nonce: string, browser: string): Promise<PendingConnection | null> {
    const key = PENDING + nonce;
    const stored = await this.ctx.storage.get(key);
    const pending = findStored(StoredPending, stored, 'A begun connection');
    // It stays for the browser that began it.
    if (pending === null || pending.browser !== browser) return null;
    await this.ctx.storage.delete(key);
    if (pending.expiresAt <= Date.now()) return null;
    const { expiresAt: _, ...begun } = pending;
    return begun;
  }

  async getToken(wish: TokenWish): Promise<UserToken> {
    const { owner, caller, rejected, origin } = wish;
    const app = createObjectContext(this.env, this.ctx, origin);
    const wanted = await findWanted(app, wish);
    if (!wanted.ok) return wanted;
    this.#tokens ??= createUserTokens({
      send: createGuardedSend(app, caller),
      save: (of, from, to) => keep(app, owner, of, from, to),
    });
    try {
      const token = await this.#tokens({ ...wanted.value, rejected });
      if (!token.ok && token.isOver) await this.#forget(app, owner, wanted.value);
      return token;
    } catch (error) {
      if (error instanceof UpstreamFailure) return { ok: false, message: error.message };
      throw error;
    }
  }

  /** Removes a refresh token that is worth nothing any more: it is not shown as connected. */
  async #forget(
    app: AppContext,
    owner: string,
    wanted: Omit<WantedToken, 'rejected'>,
  ): Promise<void> {
    const { refreshToken, scheme } = wanted;
    const place = { owner, name: scheme.refreshTokenSecret };
    await replaceSecret(toSecretStore(app), place, refreshToken, null);
    app.log.info('connection.over', { owner, upstream: wanted.upstream.id });
  }

  override async alarm(): Promise<void> {
    await this.ctx.storage.deleteAll();
  }
}

const PENDING = 'pending:';

/** Stores a replaced refresh token, unless a person has connected or disconnected meanwhile. */
async function keep(
  app: AppContext,
  owner: string,
  { scheme, upstream }: WantedToken,
  from: string,
  to: string,
): Promise<void> {
  const place = { owner, name: scheme.refreshTokenSecret };
  for (let attempt = 1; attempt <= SAVE_ATTEMPTS; attempt += 1) {
    try {
      await replaceSecret(toSecretStore(app), place, from, to);
      return;
    } catch (error) {
      app.log.error('connection.notKept', { owner, upstream: upstream.id, attempt, error });
      await scheduler.wait(SAVE_PAUSE_MS * attempt);
    }
  }
}
