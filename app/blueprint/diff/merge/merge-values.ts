import { isSameJson } from '#app/blueprint/diff/is-same-json.ts';

/** Three states of one value: the one that two sides began with, and that of each; undefined: not there. */
export interface Sides<Value> {
  base: Value | undefined;
  mine: Value | undefined;
  theirs: Value | undefined;
}

/** The merged value, undefined where it is gone; or both sides changed it, each in another way. */
export type MergedValue<Value> = { value: Value | undefined } | 'conflict';

/** Merges a value as a whole: the side that changed it decides. */
export function mergeValues<Value>({ base, mine, theirs }: Sides<Value>): MergedValue<Value> {
  if (isSameJson(mine, theirs)) return { value: mine };
  if (isSameJson(base, mine)) return { value: theirs };
  return isSameJson(base, theirs) ? { value: mine } : 'conflict';
}
