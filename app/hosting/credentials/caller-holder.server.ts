import type { ConnectionHolder } from '#app/drafts/connections/connection-holder.ts';
import type { FindHolder } from '#app/drafts/connections/finish-connection.server.ts';
import { toProjectSecretOwner } from '#app/projects/secrets/project-secret-owner.ts';

import { findCallerCredentials, type FoundCredentials } from './find-caller-credentials.server.ts';
import { listCallerConnectables } from './list-caller-connectables.server.ts';

/** A user as the holder of connections of their own at an endpoint; the client is the server's. */
export function toCallerHolder(found: FoundCredentials): ConnectionHolder {
  const { slug, project, account, owner, blueprint } = found;
  return {
    seat: { kind: 'endpoint', name: slug },
    owner,
    project,
    clientOwner: toProjectSecretOwner(project, 'live'),
    connectables: listCallerConnectables(blueprint),
    caller: { owner: account, isKept: true },
    path: `/mcp/${slug}/credentials`,
  };
}

/** The signed-in user as a caller of the endpoint with this name; null: they are not signed in, or may not call it. */
export const findCallerHolder: FindHolder = async (app, request, slug) => {
  const found = await findCallerCredentials(app, request, slug);
  return found.ok ? toCallerHolder(found.value) : null;
};
