import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { createSecretReader, toSecretStore } from '#app/drafts/secrets/draft-secrets.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { listCallerSecrets } from '#app/projects/secrets/find-project-secrets.server.ts';
import { toCallerSecretOwner } from '#app/projects/secrets/project-secret-owner.ts';

import type { ServerEnvironment } from '#app/hosting/served-server.ts';

/** The secrets of one call. */
interface SecretsOfCall {
  /** Of the secrets that the server has for everybody. */
  owner: string;
  project: string;
  blueprint: Blueprint;
  environment: ServerEnvironment;
  /** The user who calls; undefined: nobody known. */
  user: string | undefined;
}

/**
 * Opens the secrets of one call: those of callers from the user who calls and from nobody else, all others
 * from the server.
 */
export function createCallReader(
  app: Pick<AppContext, 'env' | 'config' | 'waitUntil'>,
  { owner, project, blueprint, environment, user }: SecretsOfCall,
): (name: string) => Promise<string | undefined> {
  const store = toSecretStore(app);
  const own = createSecretReader(store, owner, blueprint);
  // A chat tries a server with values of its own.
  if (environment !== 'live') return own;
  const ofCallers = new Set(listCallerSecrets(blueprint));
  const theirs =
    user === undefined
      ? async () => undefined
      : createSecretReader(store, toCallerSecretOwner(user, project), blueprint);
  return (name) => (ofCallers.has(name) ? theirs(name) : own(name));
}
