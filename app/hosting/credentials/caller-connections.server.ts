import type { Connectable } from '#app/drafts/connections/connection.ts';
import { listSecretStatus } from '#app/drafts/secrets/draft-secrets.server.ts';
import { toProjectSecretOwner } from '#app/projects/secrets/project-secret-owner.ts';

import type { CallerConnection } from './caller-credentials.ts';
import type { FoundCredentials } from './find-caller-credentials.server.ts';
import { listCallerConnectables } from './list-caller-connectables.server.ts';

/** The APIs that each caller of an endpoint connects for themselves, by the name of the secret that connecting sets. */
export async function listCallerConnections(
  database: D1Database,
  { project, blueprint }: Pick<FoundCredentials, 'project' | 'blueprint'>,
): Promise<Map<string, CallerConnection>> {
  const connections = new Map<string, CallerConnection>();
  for (const connectable of listCallerConnectables(blueprint)) {
    const { upstream, scheme } = connectable;
    if (connections.has(scheme.refreshTokenSecret)) continue;
    connections.set(scheme.refreshTokenSecret, {
      place: { upstream: upstream.id, scheme: scheme.id },
      title: upstream.title ?? upstream.id,
      signInHost: new URL(scheme.authorizationUrl).host,
      scopes: scheme.scopes,
      isSetUp: await isSetUp(database, project, connectable),
    });
  }
  return connections;
}

/** Whether the server's owner has set the client for the addresses of this API. */
async function isSetUp(
  database: D1Database,
  project: string,
  { upstream, scheme }: Connectable,
): Promise<boolean> {
  const { clientIdSecret, clientSecretSecret } = scheme;
  const names = [clientIdSecret, clientSecretSecret].filter((name) => name !== undefined);
  const statuses = await listSecretStatus(database, toProjectSecretOwner(project, 'live'), {
    secrets: names.map((name) => ({ name, scope: 'server' })),
    upstreams: [{ ...upstream, auth: [scheme] }],
  });
  return statuses.every(({ isSet, needsConfirmation }) => isSet && !needsConfirmation);
}
