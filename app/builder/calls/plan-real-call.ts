import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toShownText } from '#app/builder/change-set/to-shown-text.ts';
import { hostsOf } from '#app/builder/change-set/find-exits.ts';
import type { TurnTrust } from '#app/builder/models/turn-trust.ts';
import type { ToolRun } from '#app/builder/tools/workspace-ports.ts';
import type { SecretStatus } from '#app/drafts/draft.ts';
import type { JsonObject, Upstream } from '#app/runtime/definition.ts';
import { secretNames } from '#app/runtime/upstream/secret-names.ts';
import type { SentRequest } from '#app/sandbox/request-recorder.ts';

import type { RealCall, ShownRequest } from './real-call.ts';
import type { ToolAnswers } from './tool-client.ts';

type Tool = Blueprint['tools'][number];

/** Characters of the arguments, and of the sentence's request, that the person is shown. */
const MAX_ARGUMENTS = 4_000;
const MAX_REQUEST = 300;

/** Methods that only read (RFC 9110, 9.2.1). */
const READING = new Set(['GET', 'HEAD']);

/** A call of a tool, as a model makes it. */
export interface CalledTool {
  name: string;
  arguments: JsonObject;
  answers?: ToolAnswers | undefined;
}

/** The secrets that a call of a tool sends, or why it cannot be made. */
export function chooseSecrets(
  tool: Tool,
  upstreams: readonly Upstream[],
  statuses: readonly SecretStatus[],
): { names: string[]; problem: string | null } {
  const isUsable = (name: string) =>
    statuses.some((each) => each.name === name && each.isSet && !each.needsConfirmation);
  const reached = reachedBy(tool, upstreams);
  if (tool.action.kind === 'code') {
    // Which of them are needed only its requests tell.
    const all = reached.flatMap(({ auth }) => auth.flatMap(secretNames));
    return { names: [...new Set(all)].filter(isUsable), problem: null };
  }
  const [upstream] = reached;
  const own = tool.action.kind === 'http' ? tool.action.security : undefined;
  const alternatives = (own ?? upstream?.security ?? []).map((ids) => [
    ...new Set((upstream?.auth ?? []).filter(({ id }) => ids.includes(id)).flatMap(secretNames)),
  ]);
  const names = alternatives.find((each) => each.every(isUsable));
  if (names !== undefined) return { names, problem: null };
  const missing = (alternatives[0] ?? []).filter((name) => !isUsable(name));
  if (missing.length === 0) return { names: [], problem: null };
  return { names: [], problem: missing.map((name) => explainMissing(name, statuses)).join(' ') };
}

function explainMissing(name: string, statuses: readonly SecretStatus[]): string {
  const known = statuses.find((each) => each.name === name);
  return known?.isSet === true
    ? `${name} may not be sent to ${known.origins.join(' and ')} until the person confirms that under Setup.`
    : `${name} has no value: the person sets it in the form under Setup, never in the chat.`;
}

/**
 * Whether a call may be made without asking: one request that reads, over https, at hosts that the
 * person named in their own words. Code, calls of other MCP servers and all that may write wait.
 */
export function mayCallAtOnce(
  { action, annotations }: Tool,
  upstreams: readonly Upstream[],
  trust: Pick<TurnTrust, 'namedBy'>,
): boolean {
  if (action.kind !== 'http' || !READING.has(action.method)) return false;
  if (annotations?.destructiveHint === true || annotations?.readOnlyHint === false) return false;
  const upstream = upstreams.find(({ id }) => id === action.upstream);
  if (upstream === undefined || !upstream.baseUrl.startsWith('https:')) return false;
  return hostsOf(upstream).every((host) => trust.namedBy(host) === 'person');
}

/** A call as the person decides on it, and the same in a sentence; `tried` is its run on the mock. */
export function describeRealCall(
  tool: Tool,
  call: CalledTool,
  upstreams: readonly Upstream[],
  { secrets, tried }: { secrets: readonly string[]; tried: ToolRun },
): { risk: string; realCall: RealCall } {
  const isCode = tool.action.kind === 'code';
  const requests = (tried.requests ?? []).map(({ method, url, headers, body }) => ({
    request: `${method} ${url}`,
    headers,
    ...(body === undefined ? {} : { body }),
  }));
  const hosts = [...new Set(reachedBy(tool, upstreams).flatMap(hostsOf))];
  const proof = secrets.length > 0 ? ` with ${secrets.join(' and ')}` : '';
  const [first] = requests;
  const risk = isCode
    ? `Runs the code of ${tool.name} on the real API: it may reach ${hosts.join(' and ') || 'nothing'}${proof}.`
    : `Calls ${tool.name} on the real API: ${cut(first?.request ?? hosts.join(', '), MAX_REQUEST)}${proof}.`;
  const answers =
    call.answers === undefined || call.answers.length === 0
      ? {}
      : { answers: cut(JSON.stringify(call.answers), MAX_ARGUMENTS) };
  return {
    risk,
    realCall: {
      tool: tool.name,
      arguments: cut(JSON.stringify(call.arguments, null, 2), MAX_ARGUMENTS),
      ...answers,
      isCode,
      ...(tool.action.kind === 'code' ? { code: toShownText(tool.action.source) } : {}),
      requests,
      hosts,
      secrets: [...secrets],
    },
  };
}

/** A request that was sent, as the person sees it. */
export function toShownRequest(sent: SentRequest): ShownRequest {
  const { method, url, headers, body, status, problem } = sent;
  return {
    request: `${method} ${url}`,
    headers,
    ...(body === undefined ? {} : { body }),
    outcome: problem ?? (status === undefined ? 'no answer' : String(status)),
  };
}

function reachedBy({ action }: Tool, upstreams: readonly Upstream[]): Upstream[] {
  return upstreams.filter(({ id }) => action.kind === 'code' || id === action.upstream);
}

function cut(text: string, limit: number): string {
  return text.length <= limit
    ? text
    : `${text.slice(0, limit).toWellFormed()}… and ${text.length - limit} characters more`;
}
