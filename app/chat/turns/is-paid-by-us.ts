import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';

/** Whether a turn of a model costs us something: the built-in builder and own keys do not. */
export function isPaidByUs({ choice, isOwnKey }: Pick<TurnModel, 'choice' | 'isOwnKey'>): boolean {
  return choice.kind !== 'built-in' && !isOwnKey;
}
