import type { JsonObject, ServerDefinition, ToolDefinition } from '../definition.ts';
import { ArgumentError } from '../request/argument-error.ts';
import { findProblems } from '../schema/find-problems.ts';
import { validateArguments } from '../schema/validate-arguments.ts';
import { checkOf } from '../schema/validator.ts';
import type { ActionContext, ToolCall, ToolResult } from '../tool-context.ts';
import { errorResult } from '../tool-result.ts';
import { confirmCall, needsConfirmation } from './confirm-call.ts';
import { byteLength } from './cut-json.ts';
import { fetchForCaller } from './fetch-for-caller.ts';
import { fitResult } from './fit-result.ts';
import { runCode } from './run-code.ts';
import { isIdempotent, runHttp } from './run-http.ts';
import type { ActionOutcome } from './run-http.ts';
import { runMcp } from './run-mcp.ts';
import { DIFFERS } from './schema-note.ts';
import { servedOutput } from './served-output.ts';

/** Limit of nested tool calls, against endless recursion. */
const MAX_DEPTH = 8;

/** Bytes reserved for the note that a response deviates from its schema. */
const NOTE_BYTES = 400;

/** A tool context before nested calls are added. */
export type OuterContext = Omit<ActionContext, 'callTool'>;

/**
 * The tool half: validates the arguments, runs the tool's action, and limits the result by the policies.
 * Every failure of a tool, its arguments or its API is a result with `isError` that says what to do. It
 * rejects only for internal faults.
 */
export async function runTool(
  definition: ServerDefinition,
  call: ToolCall,
  context: OuterContext,
): Promise<ToolResult> {
  return await runAt(0, definition, call, context);
}

async function runAt(
  depth: number,
  definition: ServerDefinition,
  call: ToolCall,
  outer: OuterContext,
): Promise<ToolResult> {
  const tool = definition.tools.find(({ name }) => name === call.name);
  if (tool === undefined) return errorResult(`There is no tool named "${call.name}".`);
  if (depth > MAX_DEPTH) return errorResult(`Tool calls are nested more than ${MAX_DEPTH} deep.`);
  const invalid = validateArguments(tool, call.arguments, definition.definitions);
  if (invalid !== null) return errorResult(invalid);
  if (needsConfirmation(tool, definition.policies)) {
    const declined = await confirmCall(tool, call.arguments, outer);
    if (declined !== null) return declined;
  }
  const context: ActionContext = {
    ...outer,
    fetch: fetchForCaller(outer, outer.fetch),
    callTool: (name, args) => runAt(depth + 1, definition, { name, arguments: args }, outer),
  };
  const { result, hint } = await runAction(definition, tool, call.arguments, context);
  const room =
    NOTE_BYTES + (hint === undefined ? 0 : byteLength(JSON.stringify(hint)) + NOTE_BYTES);
  const fitted = fitResult(result, definition.policies.maxResultBytes - room);
  const noted = depth > 0 ? fitted : withSchemaNote(tool, fitted, definition);
  return hint === undefined ? noted : withText(noted, hint);
}

async function runAction(
  definition: ServerDefinition,
  tool: ToolDefinition,
  args: JsonObject,
  context: ActionContext,
): Promise<ActionOutcome> {
  const { action } = tool;
  try {
    switch (action.kind) {
      case 'http':
        return await runHttp(definition, tool, action, args, context);
      case 'mcp':
        return { result: await runMcp(action, args, context, isIdempotent(tool)) };
      case 'code':
        return { result: await runCode(action, args, context) };
    }
  } catch (error) {
    if (error instanceof ArgumentError) {
      return { result: errorResult(`Invalid arguments for ${tool.name}:\n- ${error.message}`) };
    }
    throw error;
  }
}

/**
 * Clients reject a success whose structured content does not match the declared schema, which would lose its
 * data. APIs deviate from their documents often, so such a response is delivered whole, but as an error that
 * says why.
 */
function withSchemaNote(
  tool: ToolDefinition,
  result: ToolResult,
  { definitions }: ServerDefinition,
): ToolResult {
  const outputSchema = servedOutput(tool, definitions);
  if (outputSchema === undefined || result.isError === true) return result;
  const check = checkOf(outputSchema, definitions);
  const { structuredContent } = result;
  if (structuredContent !== undefined && check.errors(structuredContent).length === 0)
    return result;
  const [problem] = structuredContent === undefined ? [] : findProblems(check, structuredContent);
  const why = problem?.message.slice(0, 150) ?? 'it has another form';
  const text = `Note: the call succeeded and its whole answer is above, but it ${DIFFERS}: ${why}.`;
  return { ...withText(result, text), isError: true };
}

function withText(result: ToolResult, text: string): ToolResult {
  return { ...result, content: [...result.content, { type: 'text', text }] };
}
