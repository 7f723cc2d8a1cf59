import type { AppContext } from '#app/platform/app-context.ts';
import { createGuardedFetch } from '#app/platform/guarded-fetch.server.ts';
import { createSeal } from '#app/platform/seal.server.ts';

import { listModelKeys, noteKeyUse, openModelKey, type KeyStore } from './key-store.server.ts';
import type { KnownModel } from './known-models.server.ts';
import type { SendOnce } from './model-fetch.server.ts';
import type { ModelKeyView } from './model-key.ts';

/** The keys of people, as the house keeps them. */
export function toKeyStore(app: Pick<AppContext, 'env' | 'config'>): KeyStore {
  return { database: app.env.DB, seal: createSeal(app.config.SEAL_KEYS) };
}

/**
 * The models that an account has its own keys for; none for a guest, and null while the database
 * does not answer. Keys are opened when their model is asked, and not before.
 */
export async function loadOwnModels(
  app: AppContext,
  accountId: string | null,
): Promise<KnownModel[] | null> {
  if (accountId === null) return [];
  try {
    const keys = await listModelKeys(app.env.DB, accountId);
    return keys.map((key) => toOwnModel(app, accountId, key));
  } catch (error) {
    app.log.warn('model.keys.unread', { error });
    return null;
  }
}

/** Requests that go where a person said: to public hosts only, and as often as one person may. */
export function createOwnSend(
  app: Pick<AppContext, 'env' | 'origin'>,
  accountId: string,
): SendOnce {
  return createGuardedFetch({
    ownHosts: [new URL(app.origin).host],
    mayCall: async (host) =>
      (await app.env.LIMIT_HOSTS.limit({ key: `model:${accountId}:${host}` })).success,
  });
}

function toOwnModel(app: AppContext, accountId: string, key: ModelKeyView): KnownModel {
  const { kind, label, baseUrl, model } = key;
  const openKey = async () => {
    app.waitUntil(
      noteKeyUse(app.env.DB, accountId, kind, Date.now()).catch((error: unknown) =>
        app.log.warn('model.key.unnoted', { error }),
      ),
    );
    return openModelKey(toKeyStore(app), accountId, kind);
  };
  return {
    choice: { id: `own:${kind}`, label, kind, takesImages: kind === 'anthropic', own: true },
    source: { kind, model, baseUrl, openKey },
    price: null,
    send: createOwnSend(app, accountId),
  };
}
