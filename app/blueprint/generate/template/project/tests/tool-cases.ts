import type { JsonObject } from '../src/runtime/definition.ts';

/** The calls that one tool is tested with. */
export interface ToolCases {
  /** Arguments that it takes; absent where none could be made from its schema: add some. */
  valid?: JsonObject;
  /** Arguments that it refuses, and the parameter that the refusal names. */
  rejected?: { arguments: JsonObject; names: string };
}
