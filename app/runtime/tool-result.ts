import { isJsonObject } from './json.ts';
import type { JsonObject, JsonValue } from './json.ts';
import type { ToolResult } from './tool-context.ts';

/** A result that is only text. */
export function textResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }] };
}

/** A failure described for the model. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: 'text', text }], isError: true };
}

/** Structured content with its text mirror; a value other than an object goes under `result`. */
export function valueResult(value: JsonValue, wrap = false): ToolResult {
  const structuredContent: JsonObject = !wrap && isJsonObject(value) ? value : { result: value };
  return {
    content: [{ type: 'text', text: JSON.stringify(structuredContent) }],
    structuredContent,
  };
}
