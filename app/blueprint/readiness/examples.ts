import { checkAnswer } from '#app/blueprint/answers/find-answer-problems.ts';
import type { Mock } from '#app/blueprint/mock.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import { isJsonType } from '#app/runtime/media-type.ts';
import { findProblems } from '#app/runtime/schema/find-problems.ts';
import { validateArguments } from '#app/runtime/schema/validate-arguments.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';
import { DIFFERS } from '#app/runtime/tools/schema-note.ts';
import { shapeResponse } from '#app/runtime/tools/shape-response.ts';

import { toVerdict } from './each-tool.ts';
import type { ToolFault } from './each-tool.ts';
import type { ExampleRun, RunEvidence } from './example-runs.ts';
import type { Facts, JudgedTools } from './facts.ts';
import { notApplicable, toolsRule, UNSEEN } from './rule.ts';
import type { CheckRule, CheckVerdict } from './rule.ts';

/** Examples are what a blueprint has; a running server shows none. */
const NO_BLUEPRINT = 'A running server does not show its examples, and there was no blueprint.';
/** Characters of the arguments of a call that are shown. */
const MAX_ARGUMENTS = 120;

/** Checks of examples: of calls and of answers, and whether the calls work. */
export const exampleRules: CheckRule[] = [
  toolsRule({
    id: 'tools.exampleArguments',
    title: 'Example calls fit their input schema',
    weight: 5,
    fix: 'Correct the arguments of the example or the input schema: people and models copy examples.',
    judge: (tools) =>
      judgeExamples(tools, hasExamples, 'No tool has an example call.', (tool) =>
        (tool.examples ?? []).flatMap(({ arguments: args }, index) => {
          const problem = firstProblem(validateArguments(tool, args, tools.definitions));
          return problem === null ? [] : [`example ${index + 1}: ${problem}`];
        }),
      ),
  }),
  toolsRule({
    id: 'tools.exampleAnswers',
    title: 'Example answers fit their output schema',
    weight: 5,
    fix: 'Correct the example answer or the output schema: clients refuse an answer that breaks its schema.',
    judge: (tools, { blueprint }) => {
      const set = findUnfit(tools, blueprint?.mocks ?? []);
      const isMeant = (tool: Tool) => hasAnswer(tool) || set.has(tool.name);
      return judgeExamples(
        tools,
        isMeant,
        'No tool has an example answer with a schema.',
        (tool) => [...answerProblems(tool, tools), ...(set.get(tool.name) ?? [])],
      );
    },
  }),
  toolsRule({
    id: 'tools.exampleRuns',
    title: 'Example calls work on the mock upstream',
    weight: 5,
    fix: 'Run the named call, read its error, and correct the tool, its example answer or the call.',
    judge: judgeRuns,
  }),
];

function judgeExamples(
  tools: JudgedTools,
  isMeant: (tool: Tool) => boolean,
  none: string,
  find: (tool: Tool) => string[],
): CheckVerdict {
  if (tools.from === 'server') return notApplicable(NO_BLUEPRINT);
  if (!tools.list.some(({ source }) => source !== null && isMeant(source))) {
    return notApplicable(none);
  }
  const faults = tools.list.flatMap(({ name, source }): ToolFault[] =>
    source === null ? [] : find(source).map((what) => ({ tool: name, what })),
  );
  return toVerdict(tools, 'fail', 'All fit.', faults);
}

function hasExamples({ examples = [] }: Tool): boolean {
  return examples.length > 0;
}

function hasAnswer(tool: Tool): boolean {
  return tool.outputSchema !== undefined && exampleAnswer(tool) !== undefined;
}

/** The first line of a validation that names an argument. */
function firstProblem(text: string | null): string | null {
  if (text === null) return null;
  const [, first = text, ...rest] = text.split('\n- ');
  return rest.length === 0 ? first : `${first}, and ${rest.length} more`;
}

function answerProblems(tool: Tool, { definitions }: JudgedTools): string[] {
  const { outputSchema } = tool;
  const answer = exampleAnswer(tool);
  if (outputSchema === undefined || answer === undefined) return [];
  const [problem] = findProblems(checkOf(outputSchema, definitions), answer);
  return problem === undefined ? [] : [`its example answer: ${problem.message}`];
}

/**
 * Finds faults of the answers that are set for the mock, by the tool that gets them. One that fits a tool is
 * meant for it: others that send the same request need one for other values.
 */
function findUnfit({ list, definitions }: JudgedTools, mocks: readonly Mock[]) {
  const tools = list.flatMap(({ source }) => source ?? []);
  const found = new Map<string, string[]>();
  for (const mock of mocks) {
    const checked = checkAnswer({ tools, definitions }, mock);
    const fits = checked.some(({ problems }) => problems.length === 0);
    for (const { name, problems } of checked) {
      const told = fits ? [] : problems.slice(0, 1);
      const lines = told.map(
        ({ message }) => `the answer that is set for ${toCall(mock)}: ${message}`,
      );
      found.set(name, [...(found.get(name) ?? []), ...lines]);
    }
  }
  return found;
}

/** `GET /books with shelf "poems"`. */
function toCall({ method, path, when = [] }: Mock): string {
  const values = when.map(({ name, value }) => `${name} ${JSON.stringify(value)}`);
  return `${method} ${path}${values.length > 0 ? ` with ${values.join(', ')}` : ''}`;
}

/** The example answer as the tool passes it on; undefined where that is no structured content. */
function exampleAnswer({ action }: Tool): JsonValue | undefined {
  if (action.kind !== 'http') return undefined;
  const { mock, response } = action;
  if (mock?.body === undefined || mock.status >= 300 || !isJsonType(mock.mediaType)) return;
  if (response.keep === undefined) return response.wrap ? { result: mock.body } : mock.body;
  const headers: [string, string][] = [['content-type', mock.mediaType]];
  const body = new TextEncoder().encode(JSON.stringify(mock.body));
  const answered = { ok: true as const, response: { status: mock.status, headers, body } };
  return shapeResponse(action, answered, '').result.structuredContent;
}

function judgeRuns(tools: JudgedTools, { runs }: Facts): CheckVerdict {
  if (runs === null) return notApplicable(UNSEEN.runs);
  const hidden = hiddenFromMock(tools);
  const made = runs.runs.filter(
    (run) => isJudged(run, tools) && !(hidden.has(run.tool) && isOfOtherTool(run)),
  );
  if (made.length === 0) return notApplicable('No tool has an example call that could be made.');
  const faults = made.flatMap(({ tool, example, arguments: args, error }): ToolFault[] => {
    if (error === null) return [];
    const call = example === null ? 'a call' : `example ${example + 1}`;
    const what = `${call} with ${showArguments(args)} ended in: ${error}`;
    return [{ tool, what, brief: `${call}: ${error}` }];
  });
  const calls = made.length === 1 ? '1 call' : `${made.length} calls`;
  return toVerdict(tools, 'fail', `${calls} ended well${describeSkipped(runs)}.`, faults);
}

/** Calls whose arguments are refused, and code without an example, have checks of their own. */
function isJudged({ tool, example, arguments: args }: ExampleRun, tools: JudgedTools): boolean {
  const source = tools.list.find(({ name }) => name === tool)?.source;
  if (!source || (example === null && source.action.kind === 'code')) return false;
  return validateArguments(source, args, tools.definitions) === null;
}

/** The mock makes one answer for all tools of a request, which fits the first of them. */
function isOfOtherTool({ error }: ExampleRun): boolean {
  return error !== null && error.includes(DIFFERS);
}

/** Tools that send the same request as an earlier one, which the mock answers instead. */
function hiddenFromMock({ list }: JudgedTools): Set<string> {
  const seen = new Set<string>();
  const hidden = list.filter(({ source }) => {
    if (source?.action.kind !== 'http') return false;
    const { upstream, method, path } = source.action;
    const request = `${upstream} ${method} ${path}`;
    return seen.has(request) || !seen.add(request);
  });
  return new Set(hidden.map(({ name }) => name));
}

function describeSkipped({ skipped }: RunEvidence): string {
  return skipped === 0 ? '' : `; ${skipped} more were not made`;
}

function showArguments(args: JsonObject): string {
  const text = JSON.stringify(args);
  return text.length <= MAX_ARGUMENTS ? text : `${text.slice(0, MAX_ARGUMENTS - 1)}…`;
}
