import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { parseOutboundUrl } from '#app/platform/outbound/outbound-url.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { createVerifier, toAuthorizationUrl } from '#app/runtime/upstream/authorization-code.ts';

import { markBrowser, writeState } from './connection-browser.server.ts';
import { CALLBACK_PATH, findConnectable, type ConnectionStart } from './connection.ts';
import type { ConnectionHolder } from './connection-holder.ts';
import { listTokenOrigins } from './list-token-origins.ts';
import { toConnectionStub } from './connection-stub.server.ts';
import { readClient } from './read-client.server.ts';

/** Begins to connect an API: remembers what the callback is to find, and tells where the holder's browser goes. */
export async function beginConnection(
  app: AppContext,
  request: Request,
  { seat, owner, clientOwner, connectables }: ConnectionHolder,
  { origins: shown, ...place }: ConnectionStart,
): Promise<Result<{ url: string; setCookie: string }, DraftProblem>> {
  const found = findConnectable(connectables, place);
  if (found === null) return fail({ reason: 'unknownConnection' });
  const { scheme } = found;
  if (!isSafe(scheme.authorizationUrl)) {
    return fail({ reason: 'unsafeSignIn', address: new URL(scheme.authorizationUrl).origin });
  }
  const origins = listTokenOrigins(connectables, { place, scheme });
  if (shown !== undefined && !origins.every((origin) => shown.includes(origin))) {
    return fail({ reason: 'originsMoved', name: scheme.refreshTokenSecret, origins });
  }
  const client = await readClient(app, clientOwner, found);
  if (!client.ok) return client;
  const marked = await markBrowser(new URL(request.url));
  if (marked === null) return fail({ reason: 'unsafeSignIn', address: app.origin });
  const nonce = randomId();
  const verifier = createVerifier();
  const redirectUri = app.origin + CALLBACK_PATH;
  const { browser, setCookie } = marked;
  const stub = toConnectionStub(app.env, owner);
  await stub.begin(nonce, { place, scheme, origins, redirectUri, verifier, browser });
  const state = await writeState(app, { seat, nonce });
  const clientId = client.value.id;
  const url = await toAuthorizationUrl(scheme, { clientId, redirectUri, state, verifier });
  return succeed({ url, setCookie });
}

/** A code that comes back over plain http could be read by everybody on the way. */
function isSafe(address: string): boolean {
  const parsed = parseOutboundUrl(address);
  if (!parsed.ok) return false;
  const { protocol, hostname } = parsed.value;
  return protocol === 'https:' || isLoopbackHost(hostname);
}
