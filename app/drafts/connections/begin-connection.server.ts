import type { DraftProblem } from '#app/drafts/draft-problem.server.ts';
import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import {
  createSecretReader,
  toSecretOwner,
  toSecretStore,
} from '#app/drafts/secrets/draft-secrets.server.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { randomId } from '#app/platform/ids.ts';
import { parseOutboundUrl } from '#app/platform/outbound/outbound-url.ts';
import { isLoopbackHost } from '#app/platform/outbound/loopback.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { createVerifier, toAuthorizationUrl } from '#app/runtime/upstream/authorization-code.ts';

import { markBrowser, writeState } from './connection-browser.server.ts';
import { CALLBACK_PATH, findConnectable, type ConnectionPlace } from './connection.ts';
import { toConnectionStub } from './connection-stub.server.ts';

/**
 * Begins to connect an API: remembers what the callback is to find, and tells where the owner's browser goes.
 * Only the owner may: what they allow there is used by everybody who has the draft's token.
 */
export async function beginConnection(
  app: AppContext,
  request: Request,
  { head, access }: FoundDraft,
  place: ConnectionPlace,
): Promise<Result<{ url: string; setCookie: string }, DraftProblem>> {
  if (access !== 'owner') return fail({ reason: 'ownerConnects' });
  const blueprint = await loadBlueprint(app.env, head);
  const found = findConnectable(blueprint.upstreams, place);
  if (found === null) return fail({ reason: 'unknownConnection' });
  const { scheme } = found;
  if (!isSafe(scheme.authorizationUrl)) {
    return fail({ reason: 'unsafeSignIn', address: new URL(scheme.authorizationUrl).origin });
  }
  const read = createSecretReader(toSecretStore(app), toSecretOwner(head.id), blueprint);
  const clientId = await read(scheme.clientIdSecret);
  if (clientId === undefined) return fail({ reason: 'notSet', name: scheme.clientIdSecret });
  const secret = scheme.clientSecretSecret;
  if (secret !== undefined && (await read(secret)) === undefined) {
    return fail({ reason: 'notSet', name: secret });
  }
  const marked = await markBrowser(new URL(request.url));
  if (marked === null) return fail({ reason: 'unsafeSignIn', address: app.origin });
  const nonce = randomId();
  const verifier = createVerifier();
  const redirectUri = app.origin + CALLBACK_PATH;
  const { browser, setCookie } = marked;
  const stub = toConnectionStub(app.env, toSecretOwner(head.id));
  await stub.begin(nonce, { place, scheme, redirectUri, verifier, browser });
  const state = await writeState(app, { draft: head.id, nonce });
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
