import type { AppContext } from '#app/platform/app-context.ts';
import { usesDevelopmentKey, type Config } from '#app/platform/config.ts';
import { createGuardedFetch } from '#app/platform/outbound/guarded-fetch.server.ts';
import type { OutboundRules } from '#app/platform/outbound/outbound-url.ts';
import { createSeal } from '#app/platform/seal.server.ts';

import { listModelKeys, noteKeyUse, openModelKey, type KeyStore } from './key-store.server.ts';
import type { KnownModel } from './known-models.server.ts';
import type { SendOnce } from './model-fetch.server.ts';
import { toTabChoice } from './model-choice.ts';
import type { ModelKeyView } from './model-key.ts';
import { toModelPrice } from './model-price.ts';
import { openTabConnection, type TabConnection } from './tab-connection.server.ts';

/** Store of users' keys. */
export function toKeyStore(app: Pick<AppContext, 'env' | 'config'>): KeyStore {
  return { database: app.env.DB, seal: createSeal(app.config.SEAL_KEYS) };
}

type LocalConfig = Pick<Config, 'LOCAL_MODELS' | 'SEAL_KEYS'>;

/** Owner of the keys for a turn. */
export interface KeyHolder {
  /** Null for a guest. */
  account: string | null;
  /** A guest's connection in their tab. */
  tab: TabConnection | null;
}

/**
 * Models for which a user has keys: those of an account, or a guest's connection in their tab; null if the
 * database does not answer. Keys are opened only when their model is called.
 */
export async function loadOwnModels(
  app: AppContext,
  { account, tab }: KeyHolder,
): Promise<KnownModel[] | null> {
  if (account === null) return tab === null ? [] : loadTabModel(app, tab);
  try {
    const keys = await listModelKeys(app.env.DB, account);
    return keys.map((key) => toOwnModel(app, account, key));
  } catch (error) {
    app.log.warn('model.keys.unread', { error });
    return null;
  }
}

/** Sender for user-supplied addresses, with a rate limit per user. */
export function createOwnSend(
  app: Pick<AppContext, 'env' | 'origin'> & { config: LocalConfig },
  holder: string,
): SendOnce {
  return createGuardedFetch({
    ...toRules(app),
    mayCall: async (host) =>
      (await app.env.LIMIT_HOSTS.limit({ key: `model:${holder}:${host}` })).success,
  });
}

/** Allows public hosts, and this machine if the operator allows it. */
export function toRules({
  origin,
  config,
}: Pick<AppContext, 'origin'> & { config: LocalConfig }): OutboundRules {
  const { LOCAL_MODELS } = config;
  return {
    ownHosts: [new URL(origin).host],
    allowsLoopback:
      LOCAL_MODELS === 'on' || (LOCAL_MODELS === 'auto' && usesDevelopmentKey(config)),
  };
}

async function loadTabModel(app: AppContext, tab: TabConnection): Promise<KnownModel[]> {
  const opened = await openTabConnection(app, tab, Date.now());
  if (opened === null) return [];
  const { kind, baseUrl, model, label, value, price } = opened;
  return [
    {
      choice: toTabChoice({ kind, label }),
      source: { kind, model, baseUrl, openKey: () => Promise.resolve(value) },
      price: price ? toModelPrice(model, price) : null,
      send: createOwnSend(app, tab.guest),
    },
  ];
}

function toOwnModel(app: AppContext, accountId: string, key: ModelKeyView): KnownModel {
  const { kind, label, baseUrl, model, price } = key;
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
    price: price ? toModelPrice(model, price) : null,
    send: createOwnSend(app, accountId),
  };
}
