import { succeed } from '#app/platform/result.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '#app/runtime/json.ts';

import {
  NO_STEP_USAGE,
  type AskModel,
  type StepMessage,
  type StepTool,
} from '#app/evals/loop/step.ts';
import { toOrder } from './read-arguments.ts';
import { readRequest, type BuiltInRequest } from './read-request.ts';
import { splitRequests } from './split-text.ts';
import { allowedTypes } from './typed-value.ts';

/** Characters of a message that are read. */
const MAX_READ = 20_000;
/** Tools that one answer lists. */
const MAX_LISTED = 100;

const LIMITS =
  'I am built in, and no language model: I list the tools, describe one, and call one by its name, such as "call add with 2 and 3". Choose a model for everything else.';

/** Answers direct requests without any model: lists, describes and calls tools by their names. */
export const askBuiltIn: AskModel = ({ messages, tools, onText }) => {
  const { text, calls } = toAnswer(messages, tools);
  onText?.(text);
  const finish = calls.length > 0 ? ('calls' as const) : ('stop' as const);
  return Promise.resolve(succeed({ text, calls, finish, usage: NO_STEP_USAGE, milliseconds: 0 }));
};

function toAnswer(messages: readonly StepMessage[], tools: readonly StepTool[]) {
  const last = messages.at(-1);
  if (last?.role === 'tool') return { text: tellResults(last.results), calls: [] };
  const said = last?.role === 'user' ? last.text : '';
  const requests = splitRequests(said.slice(0, MAX_READ)).map((each) => readRequest(each, tools));
  const first = messages.length;
  const calls = requests.flatMap((each, index) =>
    each.kind === 'call'
      ? [{ id: `built-in-${first}-${index}`, tool: each.tool.name, input: each.input }]
      : [],
  );
  const texts = requests.flatMap((each) => describeRequest(each, tools));
  const isLost = requests.length === 0 || requests.some(({ kind }) => kind === 'unread');
  return { text: [...texts, ...(isLost ? [LIMITS] : [])].join('\n\n'), calls };
}

function tellResults(results: readonly { tool: string; text: string; isError: boolean }[]): string {
  return results
    .map(({ tool, text, isError }) => `${tool} ${isError ? 'failed' : 'answered'}: ${text}`)
    .join('\n\n');
}

function describeRequest(request: BuiltInRequest, tools: readonly StepTool[]): string[] {
  switch (request.kind) {
    case 'call':
      return [];
    case 'unread':
      return [request.message];
    case 'list':
      return [listTools(tools)];
    case 'describe':
      return [describeTool(request.tool)];
  }
}

function listTools(tools: readonly StepTool[]): string {
  if (tools.length === 0) return 'No connected server has a tool.';
  const shown = tools.slice(0, MAX_LISTED).map(({ name, description = '' }) => {
    const [sentence = ''] = description.split(/\n|(?<=[.!?])\s/);
    return `- **${name}**${sentence === '' ? '' : `: ${sentence}`}`;
  });
  const rest = tools.length - MAX_LISTED;
  const count = tools.length === 1 ? 'There is one tool' : `There are ${tools.length} tools`;
  return [`${count}:`, ...shown, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n');
}

function describeTool({
  name,
  description = 'It has no description.',
  inputSchema,
}: StepTool): string {
  const properties = isJsonObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  const order = toOrder(properties, inputSchema['required']);
  const lines = order.map((each) => describeProperty(each, properties[each] ?? null, inputSchema));
  const taken = lines.length === 0 ? ['It takes no arguments.'] : ['It takes:', ...lines];
  return [`**${name}**: ${description}`, '', ...taken].join('\n');
}

function describeProperty(name: string, property: JsonValue, { required }: JsonObject): string {
  const schema = isJsonObject(property) ? property : {};
  const types = allowedTypes(schema).join(' or ') || 'any value';
  const isNeeded = Array.isArray(required) && required.includes(name);
  const { description } = schema;
  const told = typeof description === 'string' ? `: ${description}` : '';
  return `- **${name}** (${types}${isNeeded ? ', required' : ''})${told}`;
}
