import type { McpAction, JsonObject } from '../definition.ts';
import { isJsonObject } from '../json.ts';
import type {
  ActionContext,
  ToolResult,
  UpstreamRequest,
  UpstreamResponse,
} from '../tool-context.ts';
import { errorResult } from '../tool-result.ts';
import { describeErrorStatus, describeFailure } from './describe-failure.ts';
import { buildMcpRequest, initializeRequest, initializedNotice } from './mcp-requests.ts';
import type { LegacySession } from './mcp-requests.ts';
import { readMcpAnswer } from './read-mcp-answer.ts';
import type { McpAnswer } from './read-mcp-answer.ts';
import { toToolResult } from './to-tool-result.ts';

type Attempt =
  | { ok: true; answer: McpAnswer; response: UpstreamResponse }
  | { ok: false; result: ToolResult };

/**
 * Calls a tool of another MCP server: with the newest revision, which needs no session, or, if the other side
 * does not support it, with the handshake of 2025 and before.
 *
 * @param idempotent whether the call may be retried; default: no, because it is a POST.
 */
export async function runMcp(
  action: McpAction,
  args: JsonObject,
  context: ActionContext,
  idempotent: boolean | undefined,
): Promise<ToolResult> {
  const build = (session: LegacySession | null): UpstreamRequest => ({
    ...buildMcpRequest(action.tool, args, session),
    ...(idempotent === undefined ? {} : { idempotent }),
    reportsProgress: true,
  });
  const modern = await exchange(action, build(null), context);
  if (!modern.ok) return modern.result;
  if (!isUnknownProtocol(modern)) return finish(modern);
  const hello = await exchange(action, initializeRequest(), context);
  if (!hello.ok) return hello.result;
  if (hello.answer.kind !== 'result') return finish(hello);
  const session = sessionOf(hello);
  await context.fetch(action.upstream, initializedNotice(session));
  const legacy = await exchange(action, build(session), context);
  return legacy.ok ? finish(legacy) : legacy.result;
}

async function exchange(
  action: McpAction,
  request: UpstreamRequest,
  context: ActionContext,
): Promise<Attempt> {
  const outcome = await context.fetch(action.upstream, request);
  if (!outcome.ok) {
    return { ok: false, result: errorResult(describeFailure(outcome)) };
  }
  return { ok: true, answer: readMcpAnswer(outcome.response), response: outcome.response };
}

/** Rejections of the request's form, before any tool ran: only then is a second try safe. */
function isUnknownProtocol({ answer, response }: Extract<Attempt, { ok: true }>): boolean {
  if (answer.kind === 'error') {
    if ([-32600, -32601, -32020, -32022].includes(answer.code)) return true;
    // How servers of 2025 reject a message without a session; with status 200 it is a tool's error.
    return answer.code === -32_000 && response.status >= 400;
  }
  return answer.kind === 'none' && [400, 404, 405, 406].includes(response.status);
}

function sessionOf({ answer, response }: Extract<Attempt, { ok: true }>) {
  const id = response.headers.find(([name]) => name.toLowerCase() === 'mcp-session-id')?.[1];
  const result = answer.kind === 'result' ? answer.result : {};
  const version = result['protocolVersion'];
  return {
    version: typeof version === 'string' ? version : '2025-11-25',
    ...(id === undefined ? {} : { id }),
  };
}

function finish({ answer, response }: Extract<Attempt, { ok: true }>): ToolResult {
  if (answer.kind === 'error')
    return errorResult(`The other server rejected the call: ${answer.message}`);
  if (answer.kind === 'none') {
    if (response.status >= 400) return errorResult(describeErrorStatus('the call', { response }));
    return errorResult('The other server did not answer with an MCP message.');
  }
  if (answer.result['resultType'] === 'input_required') {
    return errorResult(
      'The other server asks for input in the middle of the call, which cannot be passed on.',
    );
  }
  return isJsonObject(answer.result) ? toToolResult(answer.result) : errorResult('No result.');
}
