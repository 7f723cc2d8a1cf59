import { createSecretReader, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import { loadDocument } from '#app/drafts/documents/document-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { WantedToken } from '#app/runtime/upstream/user-tokens.ts';

import { findConnectable, listConnectables } from './connection.ts';
import type { TokenWish } from './connection-stub.server.ts';
import { readClient } from './read-client.server.ts';

type Found = { ok: true; value: Omit<WantedToken, 'rejected'> } | { ok: false; message: string };

/** The client and the refresh token of a connection, as the blueprint names them. */
export async function findWanted(
  app: AppContext,
  { owner, clientOwner, blueprint: hash, place }: Omit<TokenWish, 'caller' | 'rejected' | 'origin'>,
): Promise<Found> {
  const blueprint = await loadDocument(app.env.BLOBS, 'blueprints', hash);
  const found = findConnectable(listConnectables(blueprint.upstreams), place);
  if (found === null) return { ok: false, message: 'The server was changed: try again.' };
  const { upstream, scheme } = found;
  const read = createSecretReader(toSecretStore(app), owner, blueprint);
  const [client, refreshToken] = await Promise.all([
    readClient(app, clientOwner, found),
    read(scheme.refreshTokenSecret),
  ]);
  if (!client.ok || refreshToken === undefined) {
    const message = `${upstream.title ?? upstream.id} is not connected, or no longer: connect it again.`;
    return { ok: false, message };
  }
  return { ok: true, value: { upstream, scheme, client: client.value, refreshToken } };
}
