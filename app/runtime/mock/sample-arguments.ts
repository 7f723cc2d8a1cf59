import type { JsonObject, JsonSchema } from '../definition.ts';
import { isJsonObject } from '../json.ts';
import { validateArguments } from '../schema/validate-arguments.ts';
import { sampleSchema } from './sample-schema.ts';

/**
 * Makes arguments that a tool accepts, always the same: the required ones, or all if the required ones alone
 * are not valid.
 *
 * @returns null if none could be made from the schema.
 */
export function sampleArguments(
  tool: { name: string; inputSchema: JsonObject },
  definitions: { [name: string]: JsonSchema },
): JsonObject | null {
  for (const withOptional of [false, true]) {
    const args = sampleSchema(tool.inputSchema, definitions, { withOptional });
    if (isJsonObject(args) && validateArguments(tool, args, definitions) === null) return args;
  }
  return null;
}
