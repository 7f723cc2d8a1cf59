import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import type { PathProblem } from '#app/platform/json-path.ts';

import { hashCallBasis } from './call-basis.ts';
import { describeRun, readResultText } from './describe-run.ts';
import { toKeptCall } from './keep-answer.ts';
import {
  describeRealCall,
  chooseSecrets,
  mayCallAtOnce,
  type CalledTool,
} from './plan-real-call.ts';
import { toRealAnswer } from './to-real-answer.ts';
import { ToolClient } from './tool-client.ts';

/** Real calls of one turn: those that are made at once, and those that wait. */
const MAX_AT_ONCE = 10;
const MAX_WAITING = 5;

/**
 * Calls a tool with the real API, or leaves that to the person: only what reads at a host that they named
 * is done at once, and nothing where nobody is there. Before, the same call is made with the mock, which
 * shows what it sends.
 */
export async function callReal(called: CalledTool, workspace: Workspace): Promise<object> {
  const { trust, ports, blueprint } = workspace;
  if (trust === null)
    return refuse(
      'Real calls are made where a connected model builds the server, after the person has approved them.',
    );
  const tool = blueprint.tools.find(({ name, enabled }) => name === called.name && enabled);
  const secrets = tool && chooseSecrets(tool, blueprint.upstreams, await ports.listSecrets());
  if (secrets?.problem) return refuse(secrets.problem);
  const call = { name: called.name, arguments: called.arguments };
  const given = called.answers?.length ?? 0;
  const client = new ToolClient(called.answers);
  const link = (signal: AbortSignal) => client.link(signal);
  const tried = await ports.runTool(call, { link, secrets: secrets?.names });
  const isRefused = tried.isError === true && (tried.requests ?? []).length === 0;
  const isCode = tool?.action.kind === 'code';
  if (!tool || !secrets || client.openQuestion || (isRefused && !isCode)) {
    return { ...describeRun(tried, client, given), note: 'Nothing was sent to the real API.' };
  }
  if (workspace.isAttended && mayCallAtOnce(tool, blueprint.upstreams, trust)) {
    if (!workspace.takeRealCall(MAX_AT_ONCE)) {
      return refuse(`A turn makes at most ${MAX_AT_ONCE} real calls.`);
    }
    return readAtOnce(tool, called, secrets.names, workspace);
  }
  if (workspace.held.filter(({ realCall }) => realCall).length >= MAX_WAITING) {
    return refuse(`At most ${MAX_WAITING} real calls wait for the person.`);
  }
  const described = describeRealCall(tool, called, blueprint.upstreams, {
    secrets: secrets.names,
    tried,
  });
  const basis = await hashCallBasis(blueprint, tool.name);
  workspace.holdCall({ ...described, call: { tool: 'run_tool', input: called, basis } });
  return {
    changed: [],
    problems: [],
    waiting: `${described.risk} The person decides on this with a button; the server then makes the call as it is now, once, and you are told the answer in your next turn. It is dropped if you change the tool. Go on with what does not need it; do not ask for it in words.`,
  };
}

/** Makes a call that only reads; its answer is offered to the person, who may keep it for the mock. */
async function readAtOnce(
  tool: Blueprint['tools'][number],
  called: CalledTool,
  secrets: readonly string[],
  workspace: Workspace,
): Promise<object> {
  const { ports, blueprint } = workspace;
  const { name, arguments: given, answers } = called;
  const client = new ToolClient(answers);
  const run = await ports.runTool(
    { name, arguments: given },
    { upstream: 'real', link: (signal) => client.link(signal), secrets },
  );
  workspace.results.keep({ ...called, upstream: 'real' }, readResultText(run));
  const kept = client.openQuestion
    ? null
    : toKeptCall(blueprint, { tool: name, arguments: given }, run);
  // A failure is nothing that the mock should answer from now on.
  if (kept !== null && !kept.isError) {
    const { upstreams } = blueprint;
    const { risk, realCall } = describeRealCall(tool, called, upstreams, { secrets, tried: run });
    const answer = toRealAnswer(run, client, true);
    workspace.offerAnswer({ told: risk, realCall: { ...realCall, answer }, kept });
  }
  return describeRun(run, client, answers?.length ?? 0);
}

function refuse(message: string): { isError: true; text: string; problems: PathProblem[] } {
  return { isError: true, text: '', problems: [{ path: '$.upstream', message }] };
}
