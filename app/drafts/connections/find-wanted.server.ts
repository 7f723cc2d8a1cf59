import { toHostCaller } from '#app/drafts/draft-state.ts';
import { createSecretReader, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import { loadBlueprint, readDraft } from '#app/drafts/store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { HostCaller } from '#app/platform/outbound/limit-hosts.server.ts';
import type { WantedToken } from '#app/runtime/upstream/user-tokens.ts';

import { findConnectable, type ConnectionPlace } from './connection.ts';

type Found =
  | { ok: true; value: Omit<WantedToken, 'rejected'>; caller: HostCaller }
  | { ok: false; message: string };

/** The client and the refresh token of a connection, as the draft names them now, and whose they are. */
export async function findWanted(
  app: AppContext,
  draft: string,
  place: ConnectionPlace,
): Promise<Found> {
  const head = await readDraft(app.env, draft);
  if (!head.ok) return { ok: false, message: 'The server no longer exists.' };
  const blueprint = await loadBlueprint(app.env, head.value);
  const found = findConnectable(blueprint.upstreams, place);
  if (found === null) return { ok: false, message: 'The server was changed: try again.' };
  const { upstream, scheme } = found;
  const read = createSecretReader(toSecretStore(app), draft, blueprint);
  const { clientIdSecret, clientSecretSecret, refreshTokenSecret } = scheme;
  const [id, secret, refreshToken] = await Promise.all([
    read(clientIdSecret),
    clientSecretSecret === undefined ? undefined : read(clientSecretSecret),
    read(refreshTokenSecret),
  ]);
  const hasSecret = clientSecretSecret === undefined || secret !== undefined;
  if (id === undefined || !hasSecret || refreshToken === undefined) {
    const message = `${upstream.title ?? upstream.id} is not connected, or no longer: connect it again.`;
    return { ok: false, message };
  }
  const value = { upstream, scheme, client: { id, secret }, refreshToken };
  return { ok: true, value, caller: toHostCaller(head.value) };
}
