import type { LanguageModelV4 } from '@ai-sdk/provider';

import { builtInModel } from './built-in-model.ts';
import {
  BUILT_IN_MODEL,
  listConfigured,
  type KnownModel,
  type ModelConfig,
} from './known-models.server.ts';
import { withCacheBreakpoints } from './cache-breakpoints.ts';
import { contextTokensOf } from './context-tokens.ts';
import { createFallbackModel, type FallbackOptions } from './fallback-model.ts';
import { randomMark, withMarkedData } from './mark-data.ts';
import type { ModelChoice } from './model-choice.ts';
import { sendAnywhere } from './model-fetch.server.ts';
import type { ModelPrice } from './model-price.ts';
import { openModel, type ModelSource } from './open-model.server.ts';

/** Connection of a turn to its model. */
export type TurnLink = Omit<FallbackOptions, 'candidates'>;

/** The model of a turn. */
export interface TurnModel {
  choice: ModelChoice;
  /** It costs us nothing: its turns use no credits. */
  isOwnKey: boolean;
  /** Whether it follows only the user's own sentences, and instructions in no other text. */
  followsPersonOnly: boolean;
  /** The price of the one that is asked first; absent: nobody knows. */
  price?: ModelPrice;
  /** Tokens that each of the models that may answer can read; absent: nobody knows. */
  contextTokens?: number;
  begin: (link: TurnLink) => LanguageModelV4;
}

/**
 * The model of a turn: the chosen one if available; else the user's own key; else the first that is
 * configured; else the built-in builder. A failing model is followed by the other configured ones; an own key
 * only by the built-in builder, so that it never spends our credits.
 * @param nonce the chat's own word for its marks around data
 */
export function resolveModel(
  app: { env: Env; config: ModelConfig },
  own: readonly KnownModel[] | null,
  choice: string | undefined,
  nonce: string = randomMark(),
): TurnModel {
  const configured = listConfigured(app.config, app.env);
  const all = [...(own ?? []), ...configured, BUILT_IN_MODEL];
  const chosen = all.find((each) => each.choice.id === choice) ?? all[0] ?? BUILT_IN_MODEL;
  const others = chosen.choice.own
    ? [BUILT_IN_MODEL]
    : [...configured, BUILT_IN_MODEL].filter((each) => each !== chosen);
  const chain = chosen.source === null ? [chosen] : [chosen, ...others];
  const candidates = chain.map((known) => toCandidate(app.env, known, nonce));
  return {
    choice: chosen.choice,
    isOwnKey: chosen.choice.own,
    followsPersonOnly: chosen.source === null,
    ...(chosen.price && { price: chosen.price }),
    ...toWindow(chain),
    begin: (link) => createFallbackModel({ ...link, candidates }),
  };
}

/**
 * The model of this id, alone: no other one answers in its place, and what it reads is not marked. Null where
 * there is none, and for the built-in builder, which works on drafts only.
 */
export function resolveNamedModel(
  app: { env: Env; config: ModelConfig },
  own: readonly KnownModel[] | null,
  id: string,
): TurnModel | null {
  const all = [...(own ?? []), ...listConfigured(app.config, app.env)];
  const known = all.find((each) => each.choice.id === id);
  if (known === undefined) return null;
  const candidates = [toCandidate(app.env, known, null)];
  return {
    choice: known.choice,
    isOwnKey: known.choice.own,
    followsPersonOnly: false,
    ...(known.price && { price: known.price }),
    ...toWindow([known]),
    begin: (link) => createFallbackModel({ ...link, candidates }),
  };
}

/** The smallest window: whichever of them answers has to read all. */
function toWindow(chain: readonly KnownModel[]): { contextTokens?: number } {
  const windows = chain.flatMap(({ source }) => (source === null ? [] : [windowOf(source)]));
  return windows.length > 0 ? { contextTokens: Math.min(...windows) } : {};
}

function windowOf({ contextTokens, model }: ModelSource): number {
  return contextTokens ?? contextTokensOf(model);
}

function toCandidate(
  env: Env,
  known: KnownModel,
  nonce: string | null,
): FallbackOptions['candidates'][number] {
  const { choice, source, price, send = sendAnywhere } = known;
  const { label, own, takesImages } = choice;
  let opened: Promise<LanguageModelV4> | null = null;
  const open = async () => {
    if (source === null) return builtInModel;
    const model = await openModel(source, { send, ai: env.AI });
    const sent = source.kind === 'anthropic' ? withCacheBreakpoints(model) : model;
    return nonce === null ? sent : withMarkedData(sent, { nonce, takesImages });
  };
  return { label, isOwn: own, isBuiltIn: source === null, price, open: () => (opened ??= open()) };
}
