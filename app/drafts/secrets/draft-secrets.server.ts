import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { createSeal } from '#app/platform/seal.server.ts';
import { isBound, listSecrets, openSecret } from '#app/secrets/store.server.ts';
import type { SecretStore } from '#app/secrets/store.server.ts';

import { toSecretOrigins } from './secret-origins.ts';

/** Owner of a draft's secrets, in the secrets' store. */
export function toSecretOwner(draft: string): string {
  return `draft:${draft}`;
}

export function toSecretStore(
  app: Pick<AppContext, 'env' | 'config'> & Partial<Pick<AppContext, 'waitUntil'>>,
): SecretStore {
  const { waitUntil: later } = app;
  const store = { database: app.env.DB, seal: createSeal(app.config.SEAL_KEYS) };
  return later === undefined ? store : { ...store, later };
}

/** The secrets that a blueprint names, and which of them have a value with this owner. */
export async function listSecretStatus(
  database: D1Database,
  owner: string,
  blueprint: Pick<Blueprint, 'secrets' | 'upstreams'>,
): Promise<SecretStatus[]> {
  if (blueprint.secrets.length === 0) return [];
  const stored = await listSecrets(database, owner);
  const needed = toSecretOrigins(blueprint.upstreams);
  return blueprint.secrets.map(({ name }) => {
    const origins = needed.get(name) ?? [];
    const known = stored.find((secret) => secret.name === name);
    return {
      name,
      isSet: known !== undefined,
      needsConfirmation: known !== undefined && !isBound(known.origins, origins),
      origins,
    };
  });
}

/** Names of the secrets that have a value with this owner. */
export async function listSetSecrets(
  database: D1Database,
  owner: string,
): Promise<ReadonlySet<string>> {
  const stored = await listSecrets(database, owner);
  return new Set(stored.map(({ name }) => name));
}

/**
 * Opens an owner's secrets one by one, each only for the origins that the blueprint names now.
 *
 * @param isUse whether they are sent there, which is noted with each.
 */
export function createSecretReader(
  store: SecretStore,
  owner: string,
  blueprint: Pick<Blueprint, 'upstreams'>,
  isUse = true,
): (name: string) => Promise<string | undefined> {
  const needed = toSecretOrigins(blueprint.upstreams);
  return async (name) => {
    const origins = needed.get(name);
    if (origins === undefined) return undefined;
    const opened = await openSecret(store, owner, name, origins, isUse);
    return opened.ok ? opened.value : undefined;
  };
}
