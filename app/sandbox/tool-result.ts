import * as z from 'zod';

import type { JsonObject, ToolResult } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

const Resource = z.union([
  z.object({ uri: z.string(), mimeType: z.string().optional(), text: z.string() }),
  z.object({ uri: z.string(), mimeType: z.string().optional(), blob: z.string() }),
]);

const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
  z.object({ type: z.literal('audio'), data: z.string(), mimeType: z.string() }),
  z.object({
    type: z.literal('resource_link'),
    uri: z.string(),
    name: z.string(),
    mimeType: z.string().optional(),
    size: z.number().optional(),
  }),
  z.object({ type: z.literal('resource'), resource: Resource }),
]);

const Result = z.object({
  content: z.array(Content),
  structuredContent: z.custom<JsonObject>(isJsonObject).optional(),
  isError: z.boolean().optional(),
}) satisfies z.ZodType<ToolResult>;

/** Begins the words about a result that is not taken because of its size. */
export const RESULT_TOO_LARGE = 'The result of the tool is too large.';

/** Factor over the limit: structured content is mirrored as text, and JSON is escaped. */
const OVERHEAD = 4;

/**
 * Checks a sandbox's result, as JSON: foreign code can return anything, so form and size are checked again here,
 * out of its reach.
 *
 * @param explain more about a result of so many bytes, which is not taken
 */
export function checkResult(
  text: string,
  maxBytes: number,
  explain: (bytes: number) => string = () => '',
): ToolResult {
  if (text.length > maxBytes * OVERHEAD) {
    return toFailure(`${RESULT_TOO_LARGE} ${explain(text.length)}`.trim());
  }
  const parsed = Result.safeParse(JSON.parse(text));
  return parsed.success ? parsed.data : toFailure('The tool returned no valid result.');
}

function toFailure(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}
