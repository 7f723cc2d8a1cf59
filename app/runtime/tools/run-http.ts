import type { HttpAction, JsonObject, ServerDefinition, ToolDefinition } from '../definition.ts';
import { buildRequest } from '../request/build-request.ts';
import type { ActionContext, ToolResult, UpstreamRequest } from '../tool-context.ts';
import { errorResult } from '../tool-result.ts';
import { describeFailure } from './describe-failure.ts';
import { fitFile } from './fit-file.ts';
import { followPages } from './follow-pages.ts';
import { describeNextPage } from './next-page.ts';
import { shapeResponse, shapeValue } from './shape-response.ts';

/** Marks the number of pages that were joined to a result. */
const PAGES_MARK = 'mcp-builder/pages';

/** Result of an action, and notes about it for the model. */
export interface ActionOutcome {
  result: ToolResult;
  hint?: string;
}

/** Sends the request of a tool and makes its result of the answer, or of the pages that follow it. */
export async function runHttp(
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
  const { maxResultBytes } = definition.policies;
  if (value === undefined) {
    return { result: fitFile(result, maxResultBytes, { action, upstream, response, url }) };
  }
  const { pagination } = action;
  if (pagination?.follow !== undefined && upstream !== undefined) {
    const { follow } = pagination;
    const first = { tool, action, args, response, value };
    const following = { definition, context, upstream, request, follow, pagination };
    const joined = await followPages(first, following);
    const shaped = shapeValue(action, joined.value);
    const result = { ...shaped, _meta: { [PAGES_MARK]: joined.pages } };
    return withHint(result, joined.hint, maxResultBytes);
  }
  const hint = describeNextPage(tool, action, args, response, value);
  return withHint(result, hint, maxResultBytes);
}

/** If there is little room, the response itself comes first. */
function withHint(result: ToolResult, hint: string | null, maxBytes: number): ActionOutcome {
  return hint !== null && hint.length < maxBytes / 4 ? { result, hint } : { result };
}

/** The tool's annotations take precedence over its method; read-only implies idempotent. */
export function isIdempotent({ annotations }: ToolDefinition): boolean | undefined {
  return annotations?.readOnlyHint === true ? true : annotations?.idempotentHint;
}
