import type { JsonObject, JsonSchema } from '#app/runtime/json.ts';

/** Callers send arguments and read results: what one may no longer do, the other need no longer expect. */
export type ContractSide = 'arguments' | 'result';

/**
 * Effect of a difference on the values that a schema accepts. `other`: some come and some go, or it cannot be
 * told. `added` and `gone` are properties of objects that are open to others. `words`: the values are the same.
 */
type Effect = 'narrower' | 'wider' | 'other' | 'added' | 'gone' | 'words';

/** One difference between two schemas. */
export interface SchemaDifference {
  path: string;
  effect: Effect;
  text: string;
  before?: string | null;
  after?: string | null;
}

/** Two schemas of the same values, with their references and conditions merged as far as possible. */
export interface SchemaPair {
  before: JsonObject;
  after: JsonObject;
  path: string;
}

/** The comparison that a pair is part of. */
export interface SchemaWalk {
  side: ContractSide;
  report: (difference: SchemaDifference) => void;
  /** Compares what is inside a pair. */
  compare: (before: JsonSchema, after: JsonSchema, path: string) => void;
  /** The differences of two schemas, which are not reported. */
  differencesOf: (before: JsonSchema, after: JsonSchema) => SchemaDifference[];
  /** Whether two schemas say the same, also what they refer to. */
  isSame: (before: JsonSchema, after: JsonSchema) => boolean;
  /** Merges a schema's references and conditions. */
  flatten: (schema: JsonSchema, of: 'before' | 'after') => JsonObject;
}

/** Whether a difference breaks callers of that side. */
export function isBreaking({ effect }: SchemaDifference, side: ContractSide): boolean {
  if (effect === 'other') return true;
  return side === 'arguments' ? effect === 'narrower' : effect === 'wider' || effect === 'gone';
}
