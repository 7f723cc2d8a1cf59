import type { HeldEval } from './eval-desk.ts';

/** Names for people. */
export interface EvalLabels {
  model: (id: string) => string;
  /** Empty where there is one target only. */
  target: (id: string) => string;
  /** Both, in one. */
  place: (place: { model: string; target: string }) => string;
}

/** The names of models and servers of some runs. */
export function toLabels({ models, targets }: HeldEval): EvalLabels {
  const model = (id: string) => models.find((each) => each.id === id)?.label ?? id;
  const target = (id: string) =>
    targets.length < 2 ? '' : (targets.find((each) => each.id === id)?.name ?? id);
  const place = (at: { model: string; target: string }) =>
    [model(at.model), target(at.target)].filter((name) => name !== '').join(' at ');
  return { model, target, place };
}
