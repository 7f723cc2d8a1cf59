import type { Config } from '#app/platform/config.ts';
import type { ModelProvider } from '#app/platform/model-providers.ts';

import { BUILT_IN, type ModelChoice } from './model-choice.ts';
import type { SendOnce } from './model-fetch.server.ts';
import { toModelPrice, type ModelPrice } from './model-price.ts';
import type { ModelSource } from './open-model.server.ts';

/** A model that can be chosen, and how to call it; the built-in builder has no source. */
export interface KnownModel {
  choice: ModelChoice;
  source: ModelSource | null;
  price: ModelPrice | null;
  /** Sender for its requests; unrestricted if the operator configured the address. */
  send?: SendOnce;
}

export const BUILT_IN_MODEL: KnownModel = { choice: BUILT_IN, source: null, price: null };

/** Configuration that determines the available models. */
export type ModelConfig = Pick<Config, 'MODEL_PROVIDERS' | 'WORKERS_AI_MODEL'>;

/**
 * The operator's models that can be called here, in order: the configured ones, or else that of Workers AI.
 */
export function listConfigured(config: ModelConfig, env: Pick<Env, 'AI'>): KnownModel[] {
  const taken = new Set<string>();
  return listProviders(config).flatMap((provider): KnownModel[] => {
    if (provider.kind === 'workers-ai' && env.AI === undefined) return [];
    const { kind, model, baseUrl, keyVariable, label, takesImages, price, contextTokens } =
      provider;
    const id = toFreeId(provider, taken);
    taken.add(id);
    const openKey = async () => readKey(env, keyVariable ?? '');
    return [
      {
        choice: { id, label: label ?? model, kind, takesImages: takesImages ?? false, own: false },
        source: {
          kind,
          model,
          baseUrl,
          contextTokens,
          ...(keyVariable === undefined ? {} : { openKey }),
        },
        price: price ? toModelPrice(model, price) : null,
      },
    ];
  });
}

function listProviders({ MODEL_PROVIDERS, WORKERS_AI_MODEL: model }: ModelConfig): ModelProvider[] {
  if (MODEL_PROVIDERS.length > 0 || model === 'off') return MODEL_PROVIDERS;
  const name = model.slice(model.lastIndexOf('/') + 1);
  return [{ kind: 'workers-ai', model, label: `${name} (Workers AI)` }];
}

/** Two entries of the same model are two choices. */
function toFreeId({ kind, model }: ModelProvider, taken: ReadonlySet<string>): string {
  const base = `${kind}:${model}`;
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}#${number}`;
    if (!taken.has(id)) return id;
  }
}

/** The variable that the configuration names, which no type can know. */
function readKey(env: object, name: string): string | null {
  const value: unknown = Reflect.get(env, name);
  return typeof value === 'string' && value !== '' ? value : null;
}
