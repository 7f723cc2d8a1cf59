import { toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { exchangeCode } from '#app/runtime/upstream/authorization-code.ts';
import { UpstreamFailure } from '#app/runtime/upstream/upstream-failure.ts';
import { setSecret } from '#app/secrets/store.server.ts';

import { readBrowser, readState } from './connection-browser.server.ts';
import type { Connectable } from './connection.ts';
import type { ConnectionHolder } from './connection-holder.ts';
import type { ConnectionSeat } from './connection-seat.ts';
import type { PendingConnection } from './connection-stub.server.ts';
import { toConnectionStub } from './connection-stub.server.ts';
import { CONNECTION_WORDS, describeAuthorizationError } from './connection-words.ts';
import { listSameConnectables, listTokenOrigins } from './list-token-origins.ts';
import { readClient } from './read-client.server.ts';
import { createGuardedSend } from './send-guarded.server.ts';

/** End of a connection, for the person; with the page that they began at, where it is theirs. */
export interface ConnectionEnd {
  path: string | null;
  isConnected: boolean;
  text: string;
}

/** Finds who holds the connections of a seat, where that is who sends the request; null for everybody else. */
export type FindHolder = (
  app: AppContext,
  request: Request,
  name: string,
) => Promise<ConnectionHolder | null>;

/** A code takes this long to be exchanged, at most. */
const EXCHANGE_MS = 15_000;
/** Characters of a code at most, far above what is in use. */
const MAX_CODE = 4_096;

/**
 * Ends what a person has begun: takes the state, which works once, in the browser and for the person that began,
 * and exchanges the code for a refresh token, which becomes a secret of theirs. Nothing of the request but
 * the code is used: where it goes was stored when the person was sent away.
 */
export async function finishConnection(
  app: AppContext,
  request: Request,
  holders: Record<ConnectionSeat['kind'], FindHolder>,
): Promise<ConnectionEnd> {
  const { searchParams } = new URL(request.url);
  const state = await readState(app, searchParams.get('state') ?? '');
  if (state === null) return refuse(null, CONNECTION_WORDS.notBegun);
  const holder = await holders[state.seat.kind](app, request, state.seat.name);
  const browser = await readBrowser(request);
  // What is not theirs to end stays for who began it.
  if (holder === null || browser === null) return refuse(null, CONNECTION_WORDS.notYours);
  const pending = await toConnectionStub(app.env, holder.owner).take(state.nonce, browser);
  if (pending === null) return refuse(holder, CONNECTION_WORDS.over);
  const host = new URL(pending.scheme.authorizationUrl).host;
  const error = searchParams.get('error');
  if (error !== null) return refuse(holder, describeAuthorizationError(error, host));
  const code = searchParams.get('code') ?? '';
  if (code === '' || code.length > MAX_CODE) return refuse(holder, CONNECTION_WORDS.noCode);
  return connect(app, holder, pending, code);
}

async function connect(
  app: AppContext,
  holder: ConnectionHolder,
  pending: PendingConnection,
  code: string,
): Promise<ConnectionEnd> {
  const { seat, owner, project } = holder;
  const [first] = listSameConnectables(holder.connectables, pending);
  const origins = listTokenOrigins(holder.connectables, pending);
  // Where the tokens go may have changed since the person was sent away, who did not agree to that.
  if (first === undefined || origins.join(' ') !== pending.origins.join(' ')) {
    return refuse(holder, CONNECTION_WORDS.changed);
  }
  const got = await exchange(app, holder, { connectable: first, pending }, code);
  if (!got.ok) return refuse(holder, `Not connected. ${got.message}`);
  const { refreshTokenSecret: name } = pending.scheme;
  const secret = { name, value: got.refreshToken, origins, connects: nameOf(first) };
  await setSecret(toSecretStore(app), owner, { ...secret, ...(project && { project }) });
  app.log.info('connection.made', { [seat.kind]: seat.name, upstream: first.upstream.id });
  return { path: holder.path, isConnected: true, text: `${nameOf(first)} is connected.` };
}

async function exchange(
  app: AppContext,
  { clientOwner, caller }: ConnectionHolder,
  { connectable, pending }: { connectable: Connectable; pending: PendingConnection },
  code: string,
): ReturnType<typeof exchangeCode> {
  const { scheme, redirectUri, verifier } = pending;
  const client = await readClient(app, clientOwner, connectable);
  if (!client.ok) return { ok: false, message: CONNECTION_WORDS.changed };
  const send = createGuardedSend(app, caller);
  const signal = AbortSignal.timeout(EXCHANGE_MS);
  try {
    return await exchangeCode(
      (request) => send(new Request(request, { signal })),
      scheme.tokenUrl,
      client.value,
      { code, redirectUri, verifier },
    );
  } catch (error) {
    if (error instanceof UpstreamFailure) return { ok: false, message: error.message };
    throw error;
  }
}

function nameOf({ upstream: { id, title = id } }: Connectable): string {
  return title;
}

function refuse(holder: Pick<ConnectionHolder, 'path'> | null, text: string): ConnectionEnd {
  return { path: holder?.path ?? null, isConnected: false, text };
}
