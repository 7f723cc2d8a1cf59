import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { ArgumentFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { toText, type JsonObject } from '#app/runtime/json.ts';
import { toToolFacts } from '#app/builder/tools/read-blueprint.ts';

import { definitionsOf, followSchema, listArguments } from './http-tool.ts';
import { joinNames } from './join-names.ts';
import { isDescribedAnew } from './made-description.ts';
import { propertyOf } from './object-schema.ts';

type Tool = Blueprint['tools'][number];
type Server = Pick<Blueprint, 'policies' | 'definitions'>;

/** Arguments and choices that are told one by one. */
const MAX_TOLD = 12;

/** One sentence of what is different about a tool: "get_user asks before it runs." */
export function describeToolChange(before: Tool | undefined, after: Tool, server: Server): string {
  if (before === undefined) return `${after.name} is added.`;
  const changes = listChanges(before, after, server);
  if (changes.length === 0) return `${after.name} is what it was.`;
  const last = changes.pop() ?? '';
  const others = changes.length === 0 ? '' : `${changes.join(', ')} and `;
  return `${after.name} ${others}${last}.`;
}

/** New behaviour of a changed tool, as ends of a sentence. */
function listChanges(before: Tool, after: Tool, server: Server): string[] {
  const was = toToolFacts(before, server);
  const is = toToolFacts(after, server);
  const calls = `${is.method ?? ''} ${is.path ?? ''}`;
  const parts: [boolean, string][] = [
    [was.enabled !== is.enabled, is.enabled ? 'is served again' : 'is no longer served'],
    [before.title !== after.title, after.title ? `has the title "${after.title}"` : 'has no title'],
    [
      isDescribedAnew(before, after, server.definitions),
      after.description ? 'has another description' : 'has no description',
    ],
    [isOther(before.requires, after.requires), describeRequires(after)],
    [is.kind === 'http' && calls !== `${was.method ?? ''} ${was.path ?? ''}`, `calls ${calls}`],
    [isOther(codeOf(before), codeOf(after)), 'runs other code'],
    ...compareArguments(withLimits(before, was, server), withLimits(after, is, server)).map(
      (text): [boolean, string] => [true, text],
    ),
    [
      isOther(contentOf(before), contentOf(after)),
      `sends its body as ${contentOf(after) ?? 'none'}`,
    ],
    ...listConstants(was, is).map((text): [boolean, string] => [true, text]),
    [was.reads !== is.reads, is.reads ? 'is marked read-only' : 'is not marked read-only'],
    [was.confirms !== is.confirms, is.confirms ? 'asks before it runs' : 'runs without asking'],
    ...listHints(before, after).map((text): [boolean, string] => [true, text]),
    [isOther(before.outputSchema, after.outputSchema), describeOutput(after)],
    [isOther(was.pagination, is.pagination), describePages(is)],
    [
      isOther(was.keep, is.keep),
      is.keep ? `returns only ${joinNames(is.keep)}` : 'returns all of its answer',
    ],
  ];
  return parts.flatMap(([isTrue, text]) => (isTrue ? [text] : []));
}

interface LimitedFacts extends ArgumentFacts {
  /** Limits of its values, besides those a model is told. */
  limits: string[];
}

/** The arguments of a tool with the limits of their texts and lists. */
function withLimits(tool: Tool, { arguments: facts }: ToolFacts, server: Server): LimitedFacts[] {
  const { action } = tool;
  const definitions = definitionsOf(tool, server);
  const located = action.kind === 'http' ? listArguments({ ...tool, action }, definitions) : [];
  return facts.map((each) => {
    const schema =
      located.find(({ name }) => name === each.name)?.schema ??
      propertyOf(tool.inputSchema, each.name) ??
      {};
    return { ...each, limits: listLimits(followSchema(schema, definitions)) };
  });
}

function listLimits(schema: JsonObject): string[] {
  const { minLength, maxLength, minItems, maxItems, pattern } = schema;
  return [
    ...describeSize(minLength, maxLength, 'characters'),
    ...describeSize(minItems, maxItems, 'items'),
    ...(typeof pattern === 'string' ? [`matches ${pattern}`] : []),
  ];
}

function describeSize(least: unknown, most: unknown, unit: string): string[] {
  if (typeof least === 'number' && least === most) return [`${least} ${unit}`];
  return [
    ...(typeof least === 'number' ? [`at least ${least} ${unit}`] : []),
    ...(typeof most === 'number' ? [`at most ${most} ${unit}`] : []),
  ];
}

function compareArguments(was: LimitedFacts[], is: LimitedFacts[]): string[] {
  const before = new Map(was.map((each) => [keyOf(each), JSON.stringify(each)]));
  const taken = is.filter((each) => before.get(keyOf(each)) !== JSON.stringify(each));
  const names = new Set(is.map(({ name }) => name));
  const dropped = was.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  const shown = taken.slice(0, MAX_TOLD).map(describeArgument);
  const more = taken.length > MAX_TOLD ? ` and ${taken.length - MAX_TOLD} more` : '';
  return [
    ...(taken.length > 0 ? [`takes ${shown.join(', ')}${more}`] : []),
    ...(dropped.length > 0 ? [`no longer takes ${joinNames(dropped)}`] : []),
  ];
}

function keyOf({ name, in: place }: ArgumentFacts): string {
  return `${place ?? ''} ${name}`;
}

/** `limit (integer, optional)` for people. */
function describeArgument({ name, type, required, ...rest }: LimitedFacts): string {
  const words = [
    type === 'array' && rest.items !== undefined ? `list of ${rest.items}` : (type ?? ''),
    required ? 'required' : 'optional',
    rest.in === 'header' || rest.in === 'cookie' ? `in a ${rest.in}` : '',
    rest.sentAs === undefined ? '' : `sent as ${rest.sentAs}`,
    rest.format ?? '',
    rest.minimum === undefined ? '' : `at least ${rest.minimum}`,
    rest.maximum === undefined ? '' : `at most ${rest.maximum}`,
    ...rest.limits,
    rest.enum === undefined ? '' : `one of ${joinText(rest.enum)}`,
    rest.default === undefined ? '' : `by default ${toText(rest.default)}`,
  ];
  return `\`${name}\` (${words.filter((word) => word !== '').join(', ')})`;
}

function joinText(choices: readonly (string | number)[]): string {
  const more = choices.length > MAX_TOLD ? ` and ${choices.length - MAX_TOLD} more` : '';
  return choices.slice(0, MAX_TOLD).join(' | ') + more;
}

function listConstants(was: ToolFacts, is: ToolFacts): string[] {
  const before = new Set(was.constants?.map((each) => JSON.stringify(each)));
  const after = is.constants ?? [];
  const names = new Set(after.map((each) => `${each.in} ${each.name}`));
  const sent = after.filter((each) => !before.has(JSON.stringify(each)));
  const gone = (was.constants ?? []).filter((each) => !names.has(`${each.in} ${each.name}`));
  return [
    ...sent.map(({ name, value }) => `always sends \`${name}\` ${toText(value)}`),
    ...(gone.length > 0 ? [`no longer sends ${joinNames(gone.map(({ name }) => name))}`] : []),
  ];
}

function describeRequires({ requires = [] }: Tool): string {
  if (requires.length === 0) return 'requires nothing of its client';
  return `requires ${requires.join(' and ')} of its client`;
}

function listHints({ annotations: was }: Tool, { annotations: is }: Tool): string[] {
  const hints = [
    ['idempotentHint', 'idempotent'],
    ['openWorldHint', 'open-world'],
  ] as const;
  return hints.flatMap(([hint, word]) => {
    if (was?.[hint] === is?.[hint]) return [];
    return `is ${is?.[hint] === true ? '' : 'not '}marked ${word}`;
  });
}

function describePages({ pagination }: ToolFacts): string {
  if (pagination === undefined) return 'declares no pages';
  const { kind, follow } = pagination;
  if (follow) return `joins up to ${follow.maxPages} pages, by ${kind}`;
  return `says how to get the next page, by ${kind}`;
}

function describeOutput({ outputSchema }: Tool): string {
  return outputSchema === undefined ? 'declares no answer' : 'declares another answer';
}

function contentOf({ action }: Tool): string | undefined {
  return action.kind === 'http' ? action.body?.contents[0]?.encoding : undefined;
}

function codeOf({ action }: Tool): unknown {
  return action.kind === 'code' ? action.source : undefined;
}

function isOther(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
