import type { LanguageModelV4 } from '@ai-sdk/provider';

import { randomId } from '#app/platform/ids.ts';

import { builtInModel } from './built-in-model.ts';
import {
  BUILT_IN_MODEL,
  listConfigured,
  type KnownModel,
  type ModelConfig,
} from './known-models.server.ts';
import { createFallbackModel, type FallbackOptions } from './fallback-model.ts';
import { withMarkedData } from './mark-data.ts';
import type { ModelChoice } from './model-choice.ts';
import { sendAnywhere } from './model-fetch.server.ts';
import { openModel } from './open-model.server.ts';

/** Connection of a turn to its model. */
export type TurnLink = Omit<FallbackOptions, 'candidates'>;

/** The model of a turn. */
export interface TurnModel {
  choice: ModelChoice;
  /** It costs us nothing: its turns use no credits. */
  isOwnKey: boolean;
  /** Whether it follows only the user's own sentences, and instructions in no other text. */
  followsPersonOnly: boolean;
  begin: (link: TurnLink) => LanguageModelV4;
}

/**
 * The model of a turn: the chosen one if available; else the user's own key; else the first that is
 * configured; else the built-in builder. A failing model is followed by the other configured ones; an own key
 * only by the built-in builder, so that it never spends our credits.
 */
export function resolveModel(
  app: { env: Env; config: ModelConfig },
  own: readonly KnownModel[] | null,
  choice: string | undefined,
): TurnModel {
  const configured = listConfigured(app.config, app.env);
  const all = [...(own ?? []), ...configured, BUILT_IN_MODEL];
  const chosen = all.find((each) => each.choice.id === choice) ?? all[0] ?? BUILT_IN_MODEL;
  const others = chosen.choice.own
    ? [BUILT_IN_MODEL]
    : [...configured, BUILT_IN_MODEL].filter((each) => each !== chosen);
  const chain = chosen.source === null ? [chosen] : [chosen, ...others];
  const nonce = randomId();
  const candidates = chain.map((known) => toCandidate(app.env, known, nonce));
  return {
    choice: chosen.choice,
    isOwnKey: chosen.choice.own,
    followsPersonOnly: chosen.source === null,
    begin: (link) => createFallbackModel({ ...link, candidates }),
  };
}

function toCandidate(
  env: Env,
  known: KnownModel,
  nonce: string,
): FallbackOptions['candidates'][number] {
  const { choice, source, price, send = sendAnywhere } = known;
  const { label, own, takesImages } = choice;
  let opened: Promise<LanguageModelV4> | null = null;
  const open = async () => {
    if (source === null) return builtInModel;
    const model = await openModel(source, { send, ai: env.AI });
    return withMarkedData(model, { nonce, takesImages });
  };
  return { label, isOwn: own, isBuiltIn: source === null, price, open: () => (opened ??= open()) };
}
