import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { listConnectables, type Connectable } from '#app/drafts/connections/connection.ts';
import { listCallerSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';

/** The APIs that each caller connects for themselves. */
export function listCallerConnectables(
  blueprint: Pick<Blueprint, 'secrets' | 'upstreams'>,
): Connectable[] {
  const ofCallers = listCallerSecrets(blueprint);
  return listConnectables(blueprint.upstreams).filter(({ scheme }) =>
    ofCallers.includes(scheme.refreshTokenSecret),
  );
}
