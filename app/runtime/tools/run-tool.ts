import type { HttpAction, JsonObject, ServerDefinition, ToolDefinition } from '../definition.ts';
import { ArgumentError } from '../request/argument-error.ts';
import { buildRequest } from '../request/build-request.ts';
import { findProblems } from '../schema/find-problems.ts';
import { validateArguments } from '../schema/validate-arguments.ts';
import { checkOf } from '../schema/validator.ts';
import type { ActionContext, ToolCall, ToolResult, UpstreamRequest } from '../tool-context.ts';
import { errorResult } from '../tool-result.ts';
import { confirmCall, needsConfirmation } from './confirm-call.ts';
import { byteLength } from './cut-json.ts';
import { describeFailure } from './describe-failure.ts';
import { fetchForCaller } from './fetch-for-caller.ts';
import { fitFile } from './fit-file.ts';
import { fitResult } from './fit-result.ts';
import { describeNextPage } from './next-page.ts';
import { runCode } from './run-code.ts';
import { runMcp } from './run-mcp.ts';
import { shapeResponse } from './shape-response.ts';

/** Limit of nested tool calls, against endless recursion. */
const MAX_DEPTH = 8;

/** Bytes reserved for the note that a response deviates from its schema. */
const NOTE_BYTES = 400;

/** Result of an action, and notes about it for the model. */
interface ActionOutcome {
  result: ToolResult;
  hint?: string;
}

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

/** The tool's annotations take precedence over its method; read-only implies idempotent. */
function isIdempotent({ annotations }: ToolDefinition): boolean | undefined {
  return annotations?.readOnlyHint === true ? true : annotations?.idempotentHint;
}

async function runHttp(
  definition: ServerDefinition,
  tool: ToolDefinition,
  action: HttpAction,
  args: JsonObject,
  context: ActionContext,
): Promise<ActionOutcome> {
  const request: UpstreamRequest = { ...buildRequest(action, args), reportsProgress: true };
  const idempotent = isIdempotent(tool);
  if (idempotent !== undefined) request.idempotent = idempotent;
  const outcome = await context.fetch(action.upstream, request);
  if (!outcome.ok) return { result: errorResult(describeFailure(outcome)) };
  const upstream = definition.upstreams.find(({ id }) => id === action.upstream);
  const base = upstream?.baseUrl.replace(/\/$/, '') ?? '';
  const url = base + request.path;
  const { response } = outcome;
  const { result, value } = shapeResponse(action, outcome, url);
  if (result.isError === true) return { result };
  if (value === undefined) {
    const { maxResultBytes } = definition.policies;
    return { result: fitFile(result, maxResultBytes, { action, upstream, response, url }) };
  }
  const hint = describeNextPage(tool, action, args, response, value);
  // If there is little room, the response itself comes first.
  const isShort = hint !== null && hint.length < definition.policies.maxResultBytes / 4;
  return isShort ? { result, hint } : { result };
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
  if (tool.outputSchema === undefined || result.isError === true) return result;
  const check = checkOf(tool.outputSchema, definitions);
  const { structuredContent } = result;
  if (structuredContent !== undefined && check.errors(structuredContent).length === 0)
    return result;
  const [problem] = structuredContent === undefined ? [] : findProblems(check, structuredContent);
  const why = problem?.message.slice(0, 150) ?? 'it has another form';
  const text = `Note: the call succeeded and its whole answer is above, but it differs from what this tool declares: ${why}.`;
  return { ...withText(result, text), isError: true };
}

function withText(result: ToolResult, text: string): ToolResult {
  return { ...result, content: [...result.content, { type: 'text', text }] };
}
