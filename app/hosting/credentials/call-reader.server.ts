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

/** Owner of the secret with this name in a call; null: it is the caller's, and nobody knows who calls. */
type OwnerOf = (name: string) => string | null;

/** Tells whose secrets a call uses: those of callers are of the user who calls, all others of the server. */
export function toOwnerOf({
  owner,
  project,
  blueprint,
  environment,
  user,
}: SecretsOfCall): OwnerOf {
  // A chat tries a server with values of its own.
  if (environment !== 'live') return () => owner;
  const ofCallers = new Set(listCallerSecrets(blueprint));
  const theirs = user === undefined ? null : toCallerSecretOwner(user, project);
  return (name) => (ofCallers.has(name) ? theirs : owner);
}

/** Opens the secrets of one call, each of its owner and of nobody else. */
export function createCallReader(
  app: Pick<AppContext, 'env' | 'config' | 'waitUntil'>,
  blueprint: Blueprint,
  ownerOf: OwnerOf,
): (name: string) => Promise<string | undefined> {
  const store = toSecretStore(app);
  const readers = new Map<string, ReturnType<typeof createSecretReader>>();
  return async (name) => {
    const owner = ownerOf(name);
    if (owner === null) return undefined;
    const read = readers.get(owner) ?? createSecretReader(store, owner, blueprint);
    readers.set(owner, read);
    return read(name);
  };
}
