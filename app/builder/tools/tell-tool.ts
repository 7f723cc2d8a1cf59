import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { describeArgument } from '#app/builder/built-in/draft/find-argument.ts';
import { joinNames } from '#app/builder/built-in/words/lists.ts';

import { toToolFacts } from './read-blueprint.ts';

type Tool = Blueprint['tools'][number];
type Policies = Pick<Blueprint, 'policies'>;

/** One sentence of what is different about a tool: "get_user asks before it runs." */
export function tellTool(before: Tool | undefined, after: Tool, server: Policies): string {
  if (before === undefined) return `${after.name} is added.`;
  const changes = listChanges(before, after, server);
  if (changes.length === 0) return `${after.name} is what it was.`;
  const last = changes.pop() ?? '';
  const others = changes.length === 0 ? '' : `${changes.join(', ')} and `;
  return `${after.name} ${others}${last}.`;
}

/** What it does now and did not do before, as ends of a sentence. */
function listChanges(before: Tool, after: Tool, server: Policies): string[] {
  const was = toToolFacts(before, server);
  const is = toToolFacts(after, server);
  const calls = `${is.method ?? ''} ${is.path ?? ''}`;
  const parts: [boolean, string][] = [
    [was.enabled !== is.enabled, is.enabled ? 'is served again' : 'is no longer served'],
    [before.title !== after.title, `has the title "${after.title ?? ''}"`],
    [before.description !== after.description, 'has another description'],
    [is.kind === 'http' && calls !== `${was.method ?? ''} ${was.path ?? ''}`, `calls ${calls}`],
    [isOther(codeOf(before), codeOf(after)), 'runs other code'],
    ...listArguments(was.arguments, is.arguments).map((text): [boolean, string] => [true, text]),
    [isOther(bodyOf(before), bodyOf(after)), 'takes another body'],
    [was.confirms !== is.confirms, is.confirms ? 'asks before it runs' : 'runs without asking'],
    [
      isOther(was.keep, is.keep),
      is.keep ? `returns only ${joinNames(is.keep)}` : 'returns all of its answer',
    ],
  ];
  return parts.flatMap(([isTrue, text]) => (isTrue ? [text] : []));
}

type Arguments = ReturnType<typeof toToolFacts>['arguments'];

function listArguments(was: Arguments, is: Arguments): string[] {
  const before = new Map(was.map((each) => [each.name, describeArgument(each)]));
  const taken = is.filter((each) => before.get(each.name) !== describeArgument(each));
  const names = new Set(is.map(({ name }) => name));
  const dropped = was.filter(({ name }) => !names.has(name)).map(({ name }) => name);
  return [
    ...(taken.length > 0 ? [`takes ${taken.map(describeArgument).join(', ')}`] : []),
    ...(dropped.length > 0 ? [`no longer takes ${joinNames(dropped)}`] : []),
  ];
}

function bodyOf({ action, inputSchema }: Tool): unknown {
  const { properties } = inputSchema as { properties?: Record<string, unknown> };
  return action.kind === 'http' && action.body ? properties?.[action.body.argument] : undefined;
}

function codeOf({ action }: Tool): unknown {
  return action.kind === 'code' ? action.source : undefined;
}

function isOther(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other);
}
