import { toHostCaller, type DraftHead } from '#app/drafts/draft-state.ts';
import { findOwnDraft } from '#app/drafts/find-draft.server.ts';
import {
  createSecretReader,
  toSecretOwner,
  toSecretStore,
} from '#app/drafts/secrets/draft-secrets.server.ts';
import { toSecretOrigins } from '#app/drafts/secrets/secret-origins.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { exchangeCode } from '#app/runtime/upstream/authorization-code.ts';
import { UpstreamFailure } from '#app/runtime/upstream/upstream-failure.ts';
import { setSecret } from '#app/secrets/store.server.ts';

import { readBrowser, readState } from './connection-browser.server.ts';
import { findConnectable, type Connectable } from './connection.ts';
import type { PendingConnection } from './connection-stub.server.ts';
import { toConnectionStub } from './connection-stub.server.ts';
import { CONNECTION_WORDS, describeAuthorizationError } from './connection-words.ts';
import { createGuardedSend } from './send-guarded.server.ts';

/** End of a connection, for the person; with the draft, where it is theirs. */
export interface ConnectionEnd {
  draft: string | null;
  isConnected: boolean;
  text: string;
}

/** A code takes this long to be exchanged, at most. */
const EXCHANGE_MS = 15_000;
/** Characters of a code at most, far above what is in use. */
const MAX_CODE = 4_096;

/**
 * Ends what a person has begun: takes the state, which works once, in the browser and for the owner that began,
 * and exchanges the code for a refresh token, which becomes a secret of the draft. Nothing of the request but
 * the code is used: where it goes was stored when the person was sent away.
 */
export async function finishConnection(app: AppContext, request: Request): Promise<ConnectionEnd> {
  const { searchParams } = new URL(request.url);
  const state = await readState(app, searchParams.get('state') ?? '');
  if (state === null) return refuse(null, CONNECTION_WORDS.notBegun);
  const found = await findOwnDraft(app, request, state.draft);
  const browser = await readBrowser(request);
  // What is not theirs to end stays for who began it.
  if (!found.ok || found.value.access !== 'owner' || browser === null) {
    return refuse(null, CONNECTION_WORDS.notYours);
  }
  const { head } = found.value;
  const pending = await toConnectionStub(app.env, toSecretOwner(head.id)).take(
    state.nonce,
    browser,
  );
  if (pending === null) return refuse(head.id, CONNECTION_WORDS.over);
  const host = new URL(pending.scheme.authorizationUrl).host;
  const error = searchParams.get('error');
  if (error !== null) return refuse(head.id, describeAuthorizationError(error, host));
  const code = searchParams.get('code') ?? '';
  if (code === '' || code.length > MAX_CODE) return refuse(head.id, CONNECTION_WORDS.noCode);
  const blueprint = await loadBlueprint(app.env, head);
  const connectable = findConnectable(blueprint.upstreams, pending.place);
  if (connectable === null || !isSame(connectable.scheme, pending.scheme)) {
    return refuse(head.id, CONNECTION_WORDS.changed);
  }
  const got = await exchange(app, head, blueprint, pending, code);
  if (!got.ok) return refuse(head.id, `Not connected. ${got.message}`);
  const name = pending.scheme.refreshTokenSecret;
  // Of this connection alone: another API that names the same secret is nothing that the person saw.
  const own = { ...connectable.upstream, auth: [pending.scheme] };
  const origins = toSecretOrigins([own]).get(name) ?? [];
  const secret = { name, value: got.refreshToken, origins };
  await setSecret(toSecretStore(app), toSecretOwner(head.id), secret);
  app.log.info('connection.made', { draft: head.id, upstream: connectable.upstream.id });
  return { draft: head.id, isConnected: true, text: `${nameOf(connectable)} is connected.` };
}

async function exchange(
  app: AppContext,
  head: DraftHead,
  blueprint: Parameters<typeof createSecretReader>[2],
  { scheme, redirectUri, verifier }: PendingConnection,
  code: string,
): ReturnType<typeof exchangeCode> {
  const read = createSecretReader(toSecretStore(app), toSecretOwner(head.id), blueprint);
  const id = await read(scheme.clientIdSecret);
  const secret = scheme.clientSecretSecret && (await read(scheme.clientSecretSecret));
  if (id === undefined || (scheme.clientSecretSecret && secret === undefined)) {
    return { ok: false, message: CONNECTION_WORDS.changed };
  }
  const send = createGuardedSend(app, toHostCaller(head));
  const signal = AbortSignal.timeout(EXCHANGE_MS);
  try {
    return await exchangeCode(
      (request) => send(new Request(request, { signal })),
      scheme.tokenUrl,
      { id, secret },
      { code, redirectUri, verifier },
    );
  } catch (error) {
    if (error instanceof UpstreamFailure) return { ok: false, message: error.message };
    throw error;
  }
}

/** Whether the person is asked for the same by the same server as when they were sent away. */
function isSame(one: Connectable['scheme'], other: Connectable['scheme']): boolean {
  const toText = (scheme: Connectable['scheme']) =>
    JSON.stringify(Object.entries(scheme).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return toText(one) === toText(other);
}

function nameOf({ upstream: { id, title = id } }: Connectable): string {
  return title;
}

function refuse(draft: string | null, text: string): ConnectionEnd {
  return { draft, isConnected: false, text };
}
