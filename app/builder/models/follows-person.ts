import type { LanguageModel } from 'ai';

import { builtInModel } from './built-in-model.ts';
import type { TurnModel } from './resolve-model.server.ts';

/**
 * Whether a model takes instructions only from the user's own sentences, as the built-in builder does: it
 * gets documents whole, and its calls need no guard.
 */
export function followsPerson(model: LanguageModel | TurnModel): boolean {
  if (typeof model === 'string') return false;
  return 'begin' in model ? model.followsPersonOnly : model === builtInModel;
}
