import { isJsonObject, parseJson, toText } from '#app/runtime/json.ts';
import type { JsonObject, JsonValue } from '#app/runtime/json.ts';
import { sampleArguments } from '#app/runtime/mock/sample-arguments.ts';
import type { Exchange } from '#app/runtime/probe/server-evidence.ts';
import { checkOf } from '#app/runtime/schema/validator.ts';

import { checkOfBoth, legacyRule, modernRule, sameRule } from './conformance-check.ts';
import type { ConformanceCheck, CheckFinding } from './conformance-check.ts';
import { findShapeProblems } from './find-shape-problems.ts';
import {
  breaks,
  describeAnswer,
  errorOf,
  holds,
  joinFindings,
  resultOf,
  unknown,
} from './findings.ts';
import type { Subject } from './subject.ts';

/** Calls of each kind at most. */
const MAX_CALLS = 5;
const NOT_AGREED = 'No read-only tool was allowed to be called.';
const NO_REQUIRED = 'No tool with a required argument was allowed to be called.';

interface Called {
  tool: JsonObject;
  answer: Exchange;
}

const calls = new WeakMap<Subject, Promise<Called[]>>();

/** Results of calls; only read-only tools that the user agreed to are called. */
export const callChecks: ConformanceCheck[] = [
  ...checkOfBoth({
    name: 'callResult',
    area: 'calls',
    level: 'must',
    title: 'Results of calls are as the schema says',
    rules: sameRule(
      'server/tools#tool-result',
      'Tool results may contain structured or unstructured content.',
    ),
    fix: 'Answer content as a list of blocks, each with its type.',
    judge: async (subject) =>
      judgeCalls(subject, ({ tool, answer }) => {
        const name = toText(tool['name'] ?? null);
        const result = resultOf(answer);
        if (result === null) return breaks(`${name}: ${describeAnswer(answer)}.`, answer);
        if (result['resultType'] === 'input_required')
          return unknown(`${name} asked for input.`, answer);
        const problems = findShapeProblems('call', result);
        return problems.length === 0
          ? holds(`${name} answered.`, answer)
          : breaks(`${name}: ${problems.join(' ')}`, answer);
      }),
  }),
  ...checkOfBoth({
    name: 'structuredContent',
    area: 'calls',
    level: 'must',
    title: 'Structured results match the schema of their tool',
    rules: sameRule(
      'server/tools#output-schema',
      'If an output schema is provided: Servers MUST provide structured results that conform to this schema.',
    ),
    fix: 'Answer structuredContent that the output schema accepts.',
    judge: async (subject) =>
      judgeCalls(subject, ({ tool, answer }) => {
        const name = toText(tool['name'] ?? null);
        const schema = tool['outputSchema'];
        const result = resultOf(answer);
        if (!isJsonObject(schema)) return unknown(`${name} has no output schema.`);
        if (result === null || result['isError'] === true)
          return unknown(`${name} failed.`, answer);
        const structured = result['structuredContent'];
        if (structured === undefined) return breaks(`${name} gave no structured content.`, answer);
        const [problem] = checkOf(schema, {}).errors(structured);
        return problem === undefined
          ? holds(`${name} gave what its schema says.`, answer)
          : breaks(`${name}: ${problem.error}`, answer);
      }),
  }),
  ...checkOfBoth({
    name: 'textMirror',
    area: 'calls',
    level: 'should',
    title: 'Structured results are repeated as text',
    rules: sameRule(
      'server/tools#structured-content',
      'For backwards compatibility, a tool that returns structured content SHOULD also return the serialized JSON in a TextContent block.',
    ),
    fix: 'Add a text block with the same JSON: clients of 2025 and before read only that.',
    judge: async (subject) =>
      judgeCalls(subject, ({ tool, answer }) => {
        const name = toText(tool['name'] ?? null);
        const { structuredContent, content = null } = resultOf(answer) ?? {};
        if (structuredContent === undefined) return unknown(`${name} gave no structured content.`);
        return hasMirror(content, structuredContent)
          ? holds(`${name} gave its result as text, too.`, answer)
          : breaks(`${name} gave structured content without the same as text.`, answer);
      }),
  }),
  ...checkOfBoth({
    name: 'argumentsWrong',
    area: 'calls',
    level: 'should',
    title: 'Missing arguments are a failed result that the model can read',
    rules: {
      modern: modernRule(
        'server/tools#error-handling',
        'Tool Execution Errors contain actionable feedback that language models can use to self-correct and retry with adjusted parameters: Input validation errors (e.g., date in wrong format, value out of range). They are reported in tool results with isError: true',
      ),
      legacy: legacyRule(
        'server/tools#error-handling',
        'Tool Execution Errors: Reported in tool results with isError: true: Input validation errors (e.g., date in wrong format, value out of range)',
      ),
    },
    fix: 'Answer isError with a text that names the argument, not a protocol error.',
    judge: async (subject) => {
      const tool = (await agreedTools(subject)).find(
        ({ inputSchema }) => requiredOf(inputSchema) !== null,
      );
      if (tool === undefined) return unknown(NO_REQUIRED);
      const name = toText(tool['name'] ?? null);
      const answer = await subject.ask('tools/call', { name, arguments: {} });
      const text = `${name} without ${requiredOf(tool['inputSchema'])}: ${describeAnswer(answer)}.`;
      if (errorOf(answer) !== null) return breaks(text, answer);
      return resultOf(answer)?.['isError'] === true
        ? holds(`${text} It is marked as failed.`, answer)
        : breaks(`${text} It is not marked as failed.`, answer);
    },
  }),
];

/** The tools that may be called: the user agreed, and the server says that they change nothing. */
async function agreedTools(subject: Subject): Promise<JsonObject[]> {
  const { mayCall } = subject.transport;
  if (mayCall.size === 0 || subject.capabilities['tools'] === undefined) return [];
  const { items } = await subject.list('tools');
  return items
    .filter(({ name, annotations }) => {
      const isReadOnly = isJsonObject(annotations) && annotations['readOnlyHint'] === true;
      return typeof name === 'string' && mayCall.has(name) && isReadOnly;
    })
    .slice(0, MAX_CALLS);
}

/** Calls each of them once, with arguments made from its schema. */
async function callAll(subject: Subject): Promise<Called[]> {
  const called: Called[] = [];
  for (const tool of await agreedTools(subject)) {
    const { name, inputSchema } = tool;
    if (typeof name !== 'string' || !isJsonObject(inputSchema)) continue;
    const args = sampleArguments({ name, inputSchema }, {});
    if (args === null) continue;
    const answer = await subject.ask('tools/call', { name, arguments: args });
    called.push({ tool, answer });
  }
  return called;
}

async function judgeCalls(
  subject: Subject,
  judge: (called: Called) => CheckFinding,
): Promise<CheckFinding> {
  const running = calls.get(subject) ?? callAll(subject);
  calls.set(subject, running);
  const called = await running;
  return called.length === 0 ? unknown(NOT_AGREED) : joinFindings(called.map(judge));
}

function requiredOf(schema: JsonValue | undefined): string | null {
  const required = isJsonObject(schema) ? schema['required'] : undefined;
  const [first] = Array.isArray(required) ? required : [];
  return typeof first === 'string' ? first : null;
}

function hasMirror(content: JsonValue, structured: JsonValue): boolean {
  if (!Array.isArray(content)) return false;
  const wanted = JSON.stringify(structured);
  return content.some((block) => {
    const text = isJsonObject(block) ? block['text'] : undefined;
    if (typeof text !== 'string') return false;
    try {
      return JSON.stringify(parseJson(text)) === wanted;
    } catch {
      return false;
    }
  });
}
