import type { CodeAction, JsonObject } from '../definition.ts';
import { isTooDeep } from '../json-depth.ts';
import { isJsonObject, parseJson } from '../json.ts';
import type { JsonValue } from '../json.ts';
import type { ActionContext, ToolContext, ToolResult } from '../tool-context.ts';
import { errorResult, textResult, valueResult } from '../tool-result.ts';
import { completeRequest, createJsonCall } from './json-call.ts';
import { toToolResult } from './to-tool-result.ts';

/** Runs a tool's own function; a thrown error becomes a result with its message, without the stack. */
export async function runCode(
  action: CodeAction,
  args: JsonObject,
  context: ActionContext,
): Promise<ToolResult> {
  try {
    return toResult(await action.run(args, toCodeContext(context)));
  } catch (error) {
    if (context.signal.aborted) return errorResult('The call was cancelled.');
    const message = error instanceof Error ? error.message : String(error);
    return errorResult(`The tool failed: ${message}`);
  }
}

function toCodeContext(context: ActionContext): ToolContext {
  return {
    ...context,
    fetch: (upstream, request, signal, report) =>
      context.fetch(upstream, completeRequest(request), signal, report),
    json: createJsonCall(context.fetch),
  };
}

/** A function may return nothing, whatever its type says. */
function toResult(value: JsonValue | ToolResult | undefined): ToolResult {
  if (value === undefined) return textResult('Done.');
  if (typeof value === 'string')
    return { ...textResult(value), structuredContent: { result: value } };
  // Through JSON: values it cannot represent (dates, undefined properties) must not reach the client.
  const text = JSON.stringify(value);
  if (isTooDeep(text)) return errorResult('The result of the tool is nested too deeply.');
  const plain = parseJson(text);
  if (typeof plain === 'string') return toResult(plain);
  if (!isResult(plain)) return valueResult(plain);
  const { _meta } = plain;
  return { ...toToolResult(plain), ...(isJsonObject(_meta) ? { _meta } : {}) };
}

function isResult(value: JsonValue): value is JsonObject {
  if (!isJsonObject(value)) return false;
  const { content } = value;
  return (
    Array.isArray(content) &&
    content.every((block) => isJsonObject(block) && typeof block['type'] === 'string')
  );
}
