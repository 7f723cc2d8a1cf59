import type { JsonObject } from '../src/runtime/definition.ts';

/** Test calls of one tool. */
export interface ToolCases {
  /** Arguments that it accepts; absent if none could be made from its schema: add some. */
  valid?: JsonObject;
  /** Arguments that it rejects, and the parameter that the error names. */
  rejected?: { arguments: JsonObject; names: string };
}
