import { isOwnChoice } from '#app/builder/models/model-choice.ts';
import { loadOwnModels } from '#app/builder/models/own-models.server.ts';
import { resolveModel, type TurnModel } from '#app/builder/models/resolve-model.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { isImage } from './turn-body.ts';
import type { TurnLimits } from './turn-payer.server.ts';
import type { Ask } from './ask.ts';

/**
 * The caller of a turn: the address under which the product is reached, and the caller's limits.
 */
export interface TurnCaller extends TurnLimits {
  origin: string;
  /** Id of the model that is to work from now on; the one before where absent. */
  model?: string | undefined;
  /** Nobody follows the turn, as in an autopilot run. */
  isUnattended?: boolean;
}

/**
 * The model that a turn runs on.
 * @param wanted id of the model that the caller names, or that the chat has been using
 * @param nonce the chat's own word for its marks around data
 */
export async function admitTurn(
  app: AppContext,
  ask: Ask,
  who: TurnCaller,
  wanted: string | undefined,
  nonce: string,
): Promise<Result<TurnModel, { reason: 'noSuchKey' | 'noImages' }>> {
  const own = await loadOwnModels(app, who);
  const model = resolveModel(app, own, wanted, nonce);
  // Nothing stands in for an own key: the model that does would read what was meant for another.
  const isSubstituted = isOwnChoice(wanted) && model.choice.id !== wanted;
  if (isSubstituted && (own === null || who.model !== undefined)) {
    return fail({ reason: 'noSuchKey' });
  }
  const hasImages = ask.kind === 'send' && ask.message.parts.some(isImage);
  if (hasImages && !model.choice.takesImages) return fail({ reason: 'noImages' });
  return succeed(model);
}
