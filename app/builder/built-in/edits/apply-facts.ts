import type { WorkArgument } from '#app/builder/built-in/plan/work-model.ts';
import type { ParameterFacts } from '#app/extraction/reading/sketch.ts';

/** Sets constraints of arguments; returns whether there were any. */
export function applyFacts(args: readonly WorkArgument[], facts: ParameterFacts): boolean {
  const { clear = [], ...set } = facts;
  if (Object.keys(set).length === 0 && clear.length === 0) return false;
  for (const argument of args) {
    const isBound =
      (set.minimum !== undefined || set.maximum !== undefined) && argument.type === 'array';
    const { type, ...others } = set;
    Object.assign(argument, others);
    if (isBound) {
      if (set.minimum !== undefined) argument.minItems = set.minimum;
      if (set.maximum !== undefined) argument.maxItems = set.maximum;
      delete argument.minimum;
      delete argument.maximum;
    } else if (
      type &&
      !(type === 'integer' && argument.type === 'number') &&
      !(type === 'string' && isLengthOnly(set) && argument.type !== undefined)
    )
      argument.type = type;
    for (const key of clear) delete argument[key];
  }
  return args.length > 0;
}

/** Whether only a length is given, which implies the type of an argument without one. */
function isLengthOnly({ enum: choices, format, maxLength }: ParameterFacts): boolean {
  return choices === undefined && format === undefined && maxLength !== undefined;
}
