import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { PathProblem } from '#app/platform/json-path.ts';
import type { JsonObject } from '#app/runtime/definition.ts';
import { findForbiddenCode } from '#app/sandbox/find-forbidden-code.ts';

import { defineTool } from './builder-tool.ts';
import { asksAbout, asksFor, asksForHost, REMOVAL } from './guard/user-intent.ts';
import { ALLOW, ask, guardHost, type TurnWords, type Verdict } from './guard/verdict.ts';
import { composeTool } from './requests/compose-tool.ts';
import { describeToolChange } from './requests/describe-tool-change.ts';
import { findTarget } from './requests/request-target.ts';
import { ToolChange } from './requests/tool-change.ts';
import { isSameName } from './requests/tool-constants.ts';
import { readResult } from './run-tool.ts';
import type { Workspace } from './workspace.ts';

type Tool = Blueprint['tools'][number];

/** Examples that a new code is run with. */
const MAX_RUNS = 3;
const MAX_CHARACTERS = 2_000;

/** Ways by which code gets out of itself, or hides what it does. */
const REACHING =
  /fetch|context\s*(?:\[|\?\.\[)|\b(?:globalThis|self|window|process|eval|Function|import|require|atob|btoa|constructor|__proto__|prototype|Reflect|Proxy|WebSocket|connect)\b|\\u|\\x|:\/\//;

const CODE = /\bcode\b|\bscript|\bfunction|programm|código|codice/iu;
const CONFIRMATION =
  /confirm|bestätig|nachfrag|\bask(?:s|ing)? (?:me|first|before)|without asking|ohne nachfrage/iu;

const READING =
  /read[- ]?only|only reads?|changes nothing|nur les|lecture seule|solo le|apenas le/iu;

export const upsertTool = defineTool({
  name: 'upsert_tool',
  effect: 'changes',
  words: { now: 'Writing a tool', done: 'Wrote a tool' },
  subject: ['name'],
  description:
    'Adds a tool, or changes the one of that name: an HTTP request, or code where no request does it. What is left out stays as it is. Code is loaded and run with the examples at once; what went wrong is told with its line and column.',
  input: ToolChange,
  guard: guardToolChange,
  async run(change, { workspace }) {
    const forbidden = change.code ? findForbiddenCode(change.code.source) : [];
    if (forbidden.length > 0) {
      const problems = forbidden.map(({ line, column, message }) => ({
        path: '$.code.source',
        message: `Line ${line}, column ${column}: ${message}`,
      }));
      return { changed: [], problems };
    }
    const before = workspace.blueprint;
    const composed = composeTool(before, change);
    if (!composed.ok) return { changed: [], problems: composed.problems };
    const { tool, upstream } = composed.value;
    const known = before.tools.find(({ name }) => name === tool.name);
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
  const result = await ports.runTool({ name, arguments: example.arguments });
  return { arguments: example.arguments, ...readResult(result, MAX_CHARACTERS) };
}

/** Whether a tool may be changed like this, or added, by a turn that has read what others wrote. */
function guardToolChange(words: TurnWords, change: ToolChange, blueprint: Blueprint): Verdict {
  const known = blueprint.tools.find(({ name }) => name === change.name);
  for (const rule of [guardRequest, guardConstants, guardCode, guardSwitches]) {
    const verdict = rule(words, change, known, blueprint);
    if (verdict.act !== 'allow') return verdict;
  }
  return ALLOW;
}

function guardRequest(
  words: TurnWords,
  { name, request }: ToolChange,
  known: Tool | undefined,
  blueprint: Blueprint,
): Verdict {
  if (request === undefined) return ALLOW;
  const usual = known && known.action.kind !== 'code' ? known.action.upstream : undefined;
  const target = findTarget(blueprint, request, usual);
  if (!target.ok) return ALLOW;
  const { baseUrl, upstream, method, isNew } = target.value;
  const { host } = new URL(baseUrl);
  const action = known?.action.kind === 'http' ? known.action : null;
  const isElsewhere = isNew || (action !== null && action.upstream !== upstream);
  if (isElsewhere && !asksForHost(words.said, host)) {
    const verdict = guardHost(words, baseUrl, blueprint);
    return verdict.act === 'refuse' ? verdict : ask(`let ${name} send its requests to ${host}`);
  }
  const isOther = action !== null && action.method !== method;
  const isWrite = method !== 'GET' && method !== 'HEAD';
  if (isOther && isWrite && !asksFor(words.said, new RegExp(`\\b${method}`, 'i'), name)) {
    return ask(`make ${name} send ${method} ${target.value.path}`);
  }
  if (known && action === null && !asksAbout(words.said, name)) {
    return ask(`replace the code of ${name} by a request`);
  }
  return ALLOW;
}

/** A header or a cookie that every call sends may open doors: only what the person named goes out. */
function guardConstants(
  { said }: TurnWords,
  { name, constants = [] }: ToolChange,
  known: Tool | undefined,
): Verdict {
  const before = known?.action.kind === 'http' ? (known.action.constants ?? []) : [];
  for (const { in: place, name: sent, value } of constants) {
    if (place !== 'header' && place !== 'cookie') continue;
    const isThere = before.some(
      (each) =>
        each.in === place &&
        isSameName(place, each.name, sent) &&
        JSON.stringify(each.value) === JSON.stringify(value),
    );
    if (isThere || asksAbout(said, sent)) continue;
    return ask(`change what ${name} always sends as the ${place} ${sent}`);
  }
  return ALLOW;
}

function guardCode(
  { said }: TurnWords,
  { name, code }: ToolChange,
  known: Tool | undefined,
): Verdict {
  if (code === undefined) return ALLOW;
  if (known) return asksFor(said, CODE, name) ? ALLOW : ask(`replace what ${name} does by code`);
  if (!REACHING.test(code.source) || asksFor(said, CODE)) return ALLOW;
  return ask(`add ${name}, whose code reaches out of itself`);
}

/** A tool is hidden, shown again, or loses the question that comes before it. */
function guardSwitches(
  { said }: TurnWords,
  { name, enabled, confirm, readOnly, request }: ToolChange,
  known: Tool | undefined,
): Verdict {
  if (known && enabled !== undefined && enabled !== known.enabled) {
    const isAsked = enabled ? asksAbout(said, name) : asksFor(said, REMOVAL, name);
    if (!isAsked) return ask(`switch ${name} ${enabled ? 'on' : 'off'}`);
  }
  if (confirm !== false && (readOnly !== true || confirm === true)) return ALLOW;
  const hints = known?.annotations;
  const destroys = known
    ? hints?.readOnlyHint !== true && hints?.destructiveHint !== false
    : request?.method.toUpperCase() === 'DELETE';
  if (!destroys || asksFor(said, CONFIRMATION, name)) return ALLOW;
  if (confirm !== false && asksFor(said, READING, name)) return ALLOW;
  return ask(`let ${name} run without asking you first`);
}
