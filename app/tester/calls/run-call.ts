import type { SavedTest } from '#app/blueprint/saved-tests/saved-test.ts';
import type { RequestProblem, ServerConnection } from '#app/mcp-client/connection.ts';
import type { Result } from '#app/platform/result.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { findUnmet } from '#app/runtime/expectations/find-unmet.ts';
import { isJsonObject } from '#app/runtime/json.ts';
import type { ToolResult } from '#app/runtime/tool-context.ts';
import { toSchemaRoot } from '#app/schema-form/schema-root.ts';
import { describeRequestProblem } from '#app/tester/connected/describe-request-problem.ts';

/** How a saved call went on one server. */
export interface CheckedRun {
  isPassed: boolean;
  /** Sentences, one for each expectation that was not met. */
  unmet: readonly string[];
  milliseconds: number;
  outcome: Result<JsonObject, RequestProblem>;
}

const NO_DEFINITIONS = {};

/**
 * Makes a saved call and checks what it brought. An error of JSON-RPC is one that may be expected; a server that
 * cannot be asked at all meets no expectation.
 */
export async function runCall(
  connection: ServerConnection,
  test: SavedTest,
  outputSchema: JsonObject | null,
  signal?: AbortSignal,
): Promise<CheckedRun> {
  const start = performance.now();
  const outcome = await connection.request(
    'tools/call',
    { name: test.tool, arguments: test.arguments },
    signal === undefined ? {} : { signal },
  );
  const milliseconds = performance.now() - start;
  if (!outcome.ok && outcome.reason !== 'rpc') {
    return { isPassed: false, unmet: [describeRequestProblem(outcome)], milliseconds, outcome };
  }
  const result = outcome.ok ? toToolResult(outcome.value) : toErrorResult(outcome);
  const schema = outputSchema === null ? undefined : toSchemaRoot(outputSchema);
  const unmet = findUnmet(
    test.expect,
    { result, status: null, milliseconds },
    { schema, definitions: NO_DEFINITIONS },
  );
  return { isPassed: unmet.length === 0, unmet, milliseconds, outcome };
}

/** The parts of a server's result that expectations look at, as far as it keeps to the protocol. */
function toToolResult({ content, structuredContent, isError }: JsonObject): ToolResult {
  const blocks = Array.isArray(content) ? content.filter(isJsonObject) : [];
  return {
    content: blocks.flatMap(({ type, text }) =>
      type === 'text' && typeof text === 'string' ? [{ type, text }] : [],
    ),
    ...(isJsonObject(structuredContent) ? { structuredContent } : {}),
    ...(isError === true ? { isError } : {}),
  };
}

function toErrorResult(problem: RequestProblem): ToolResult {
  return { content: [{ type: 'text', text: describeRequestProblem(problem) }], isError: true };
}
