import { createSecretReader, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import { loadDocument } from '#app/drafts/documents/document-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import type { WantedToken } from '#app/runtime/upstream/user-tokens.ts';

import { findConnectable } from './connection.ts';
import type { TokenWish } from './connection-stub.server.ts';

type Found = { ok: true; value: Omit<WantedToken, 'rejected'> } | { ok: false; message: string };

/** The client and the refresh token of a connection, as the blueprint names them. */
export async function findWanted(
  app: AppContext,
  { owner, blueprint: hash, place }: Pick<TokenWish, 'owner' | 'blueprint' | 'place'>,
): Promise<Found> {
  const blueprint = await loadDocument(app.env.BLOBS, 'blueprints', hash);
  const found = findConnectable(blueprint.upstreams, place);
  if (found === null) return { ok: false, message: 'The server was changed: try again.' };
  const { upstream, scheme } = found;
  const read = createSecretReader(toSecretStore(app), owner, blueprint);
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
  return { ok: true, value: { upstream, scheme, client: { id, secret }, refreshToken } };
}
