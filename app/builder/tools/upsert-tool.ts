import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { describeOutcome } from '#app/builder/calls/describe-run.ts';
import { namedFor } from '#app/builder/tools/requests/asked-requests.ts';
import { ToolClient } from '#app/builder/calls/tool-client.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { findForbiddenCode } from '#app/sandbox/find-forbidden-code.ts';
import { findUnknownMembers } from '#app/sandbox/find-unknown-members.ts';
import type { ModuleProblem } from '#app/sandbox/module-problem.ts';

import { defineTool } from './builder-tool.ts';
import { composeTool } from './requests/compose-tool.ts';
import { describeToolChange } from './requests/describe-tool-change.ts';
import { keepAsked } from './requests/keep-asked.ts';
import { ToolChange } from './requests/tool-change.ts';
import type { Workspace } from './workspace.ts';

type Tool = Blueprint['tools'][number];

/** Examples that a new code is run with. */
const MAX_RUNS = 3;
const MAX_CHARACTERS = 2_000;

export const upsertTool = defineTool({
  name: 'upsert_tool',
  effect: 'changes',
  words: { now: 'Writing a tool', done: 'Wrote a tool' },
  subject: ['name'],
  description:
    'Adds a tool, or changes the one of that name: an HTTP request, or code where no request does it. Code is run with the examples at once.',
  input: ToolChange,
  async run(change, { workspace }) {
    const faults = change.code ? findCodeFaults(change.code.source) : [];
    if (faults.length > 0) {
      const problems = faults.map(({ line, column, message }) => ({
        path: '$.code.source',
        message: `Line ${line}, column ${column}: ${message}`,
      }));
      return { changed: [], problems };
    }
    const before = workspace.blueprint;
    const composed = composeTool(before, change);
    if (!composed.ok) return { changed: [], problems: composed.problems };
    const { tool: made, upstream } = composed.value;
    const known = before.tools.find(({ name }) => name === made.name);
    const named = listNamed(
      made,
      [...(upstream ? [upstream] : []), ...before.upstreams],
      workspace,
    );
    const removed = change.removeArguments ?? [];
    const tool = keepAsked(made, known, { named, removed }, before.definitions);
    const edits = [
      ...(upstream ? [{ edit: 'setUpstream', ...upstream }] : []),
      { edit: 'upsertTool', tool },
    ];
    const said = describeToolChange(known, tool, before);
    const answer = workspace.edit(
      edits,
      upstream ? [`The base URL of ${upstream.id} is ${upstream.baseUrl}.`, said] : [said],
    );
    if (answer.problems.length > 0 || !change.code) return answer;
    return tryCode(workspace, before, tool, answer.changed);
  },
});

function findCodeFaults(source: string): ModuleProblem[] {
  return [...findForbiddenCode(source), ...findUnknownMembers(source)];
}

/** The parameters that the person names for the request of a tool. */
function listNamed(
  { action }: Tool,
  upstreams: readonly { id: string; baseUrl: string }[],
  { asked }: Workspace,
): string[] {
  if (action.kind !== 'http') return [];
  const baseUrl = upstreams.find(({ id }) => id === action.upstream)?.baseUrl ?? '';
  return namedFor(asked, {
    method: action.method,
    url: baseUrl.replace(/\/$/, '') + action.path,
  });
}

/** Code that does not start is taken back: the rest of the server has to go on. */
async function tryCode(
  workspace: Workspace,
  before: Blueprint,
  tool: Tool,
  changed: string[],
): Promise<{ changed: string[]; problems: PathProblem[]; runs?: object[] }> {
  const problems = await workspace.settle();
  if (problems.length > 0) {
    workspace.replace(before);
    return { changed: [], problems };
  }
  const examples = tool.enabled ? (tool.examples ?? []).slice(0, MAX_RUNS) : [];
  const runs: object[] = [];
  for (const example of examples) runs.push(await runExample(workspace, tool.name, example));
  return { changed, problems: [], runs };
}

async function runExample(
  { ports }: Workspace,
  name: string,
  example: { arguments: JsonObject },
): Promise<object> {
  const call = { name, arguments: example.arguments };
  const client = new ToolClient();
  const run = await ports.runTool(call, { link: (signal) => client.link(signal) });
  return { arguments: call.arguments, ...describeOutcome(run, client, 0, toBeginning) };
}

function toBeginning(text: string): object {
  const left = text.length - MAX_CHARACTERS;
  if (left <= 0) return { text };
  const shown = text.slice(0, MAX_CHARACTERS).toWellFormed();
  return { text: shown, left: `${left} more characters: run_tool reads them page by page.` };
}
