import { isJsonObject, valueOf, type JsonObject } from '#app/runtime/json.ts';
import { closestName } from '#app/runtime/schema/closest-name.ts';

import type { StepTool } from '#app/evals/loop/step.ts';
import { readWrittenArguments } from './read-arguments.ts';

/** A request that needs no model, or why one is not understood. */
export type BuiltInRequest =
  | { kind: 'list' }
  | { kind: 'describe'; tool: StepTool }
  | { kind: 'call'; tool: StepTool; input: JsonObject }
  | { kind: 'unread'; message: string };

const POLITE = String.raw`^(?:(?:please|now|ok|okay|can you|could you|would you)[\s,]+)*`;
const ARTICLE = String.raw`(?:(?:the|a|tool|called|named)\s+)*`;
const NAME = String.raw`[\x60"']?(?<name>[\w./:@-]+)[\x60"']?(?:\s+tool)?`;

const LIST = new RegExp(
  String.raw`${POLITE}(?:(?:list|show|name|give me)\b.*\btools\b|(?:which|what)\s+tools\b|tools$|what can (?:you|it|this server) do|help$)`,
  'i',
);
const DESCRIBE = new RegExp(
  String.raw`${POLITE}(?:(?:describe|explain|tell me about)\s+${ARTICLE}${NAME}$|(?:what|how) (?:does|is|do i call|do i use)\s+${ARTICLE}${NAME2()}(?:\s+(?:do|take|need|work|expect))?\s*\??$)`,
  'i',
);
const CALL = new RegExp(
  String.raw`${POLITE}(?:call|run|use|invoke|execute|try|test)\s+${ARTICLE}${NAME}(?:\s*\((?<inner>[\s\S]*)\)|\s+(?:with|using|for|on|:)(?:\s+(?:the\s+)?arguments?)?\s+(?<rest>[\s\S]+)|\s+(?<bare>[\s\S]+))?$`,
  'i',
);
const BARE = new RegExp(
  String.raw`${POLITE}${NAME}(?:\s*\((?<inner>[\s\S]*)\)|(?:\s+with)?\s+(?<rest>[\s\S]+))?$`,
  'i',
);

function NAME2(): string {
  return NAME.replace('name', 'other');
}

/** Reads one request, such as "call add with 2 and 3". */
export function readRequest(text: string, tools: readonly StepTool[]): BuiltInRequest {
  const said = text.trim().replace(/[\s.!?]+$/, '');
  if (LIST.test(said)) return { kind: 'list' };
  const described = DESCRIBE.exec(said)?.groups;
  const asked = findTool(described?.['name'] ?? described?.['other'] ?? '', tools);
  if (asked !== null) return { kind: 'describe', tool: asked };
  // The arguments may end with a sign that is theirs.
  const called = CALL.exec(text.trim())?.groups;
  if (called) return readCall(called, tools);
  const bare = BARE.exec(text.trim())?.groups;
  if (bare && findTool(bare['name'] ?? '', tools) !== null) return readCall(bare, tools);
  return { kind: 'unread', message: `I did not understand "${shorten(said)}".` };
}

type Groups = { [name: string]: string | undefined };

function readCall(groups: Groups, tools: readonly StepTool[]): BuiltInRequest {
  const { name = '', inner, rest, bare } = groups;
  const tool = findTool(name, tools);
  if (tool === null) return { kind: 'unread', message: tellUnknown(name, tools) };
  const text = (inner ?? rest ?? bare ?? '').trim();
  const read = readWrittenArguments(text, tool.inputSchema);
  if (!read.ok) return { kind: 'unread', message: read.message };
  const missing = findMissing(tool.inputSchema, read.value);
  if (missing.length === 0) return { kind: 'call', tool, input: read.value };
  const example = missing.map((each) => `${each}=…`).join(' and ');
  const also = text === '' ? '' : ' also';
  const message = `${tool.name}${also} needs ${missing.join(' and ')}. Say, for example: call ${tool.name} with ${example}`;
  return { kind: 'unread', message };
}

function findMissing(schema: JsonObject, input: JsonObject): string[] {
  const { required } = schema;
  const names = Array.isArray(required) ? required.filter((each) => typeof each === 'string') : [];
  const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
  return names.filter((name) => {
    const property = valueOf(properties, name);
    const hasDefault = isJsonObject(property) && property['default'] !== undefined;
    return valueOf(input, name) === undefined && !hasDefault;
  });
}

/** The tool of a name, whatever the case and the signs between its words. */
function findTool(name: string, tools: readonly StepTool[]): StepTool | null {
  const exact = tools.find((tool) => tool.name === name);
  if (exact) return exact;
  const alike = tools.filter((tool) => fold(tool.name) === fold(name) && name !== '');
  return alike.length === 1 ? (alike[0] ?? null) : null;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, '');
}

function tellUnknown(name: string, tools: readonly StepTool[]): string {
  const near = closestName(
    name,
    tools.map((tool) => tool.name),
  );
  const guess = near === null ? 'Say "list the tools" to see them.' : `Did you mean ${near}?`;
  return `There is no tool called ${name}. ${guess}`;
}

function shorten(text: string): string {
  return text.length > 80 ? `${text.slice(0, 80).toWellFormed()}…` : text;
}
