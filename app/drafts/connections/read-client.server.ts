import { createSecretReader, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import type { OAuthClient } from '#app/runtime/upstream/token-request.ts';

import type { Connectable } from './connection.ts';

/** The client that people are sent to sign in for, where its owner has set it for the addresses of this API. */
export async function readClient(
  app: AppContext,
  owner: string,
  { upstream, scheme }: Connectable,
): Promise<Result<OAuthClient, { reason: 'notSet'; name: string }>> {
  const server = { upstreams: [{ ...upstream, auth: [scheme] }] };
  const read = createSecretReader(toSecretStore(app), owner, server);
  const { clientIdSecret, clientSecretSecret } = scheme;
  const id = await read(clientIdSecret);
  if (id === undefined) return fail({ reason: 'notSet', name: clientIdSecret });
  if (clientSecretSecret === undefined) return succeed({ id, secret: undefined });
  const secret = await read(clientSecretSecret);
  if (secret === undefined) return fail({ reason: 'notSet', name: clientSecretSecret });
  return succeed({ id, secret });
}
