import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { ToolAnnotations } from '#app/runtime/definition.ts';

import type { FixEdit } from './report.ts';

/** Characters of a text that is quoted. */
const MAX_QUOTED = 60;

/** Says what an edit of a fix changes in a blueprint, and why that is right where the reason is known. */
export function describeFix(edit: FixEdit, blueprint: Blueprint): string {
  switch (edit.edit) {
    case 'setIdentity':
      return describeIdentity(edit, blueprint);
    case 'setPolicies':
      return `The limits of the server change: ${listValues(edit)}.`;
    case 'setUpstream':
      return describeUpstream(edit);
    case 'renameTool':
      return `${edit.from} is called ${edit.to}: clients need names that are unique and plain.`;
    case 'describeTool':
      return describeTexts(edit);
    case 'selectTools':
      return `${edit.names.join(', ')} ${edit.enabled ? 'is served again' : 'is no longer served'}.`;
    case 'boundArgument':
      return `${edit.argument} of ${edit.name} is ${edit.maximum} at most.`;
    case 'setAnnotations': {
      const tool = enabledTools(blueprint).find(({ name }) => name === edit.name);
      return describeHints(edit.name, tool, edit.annotations ?? {});
    }
  }
}

function describeIdentity(
  { name, title, version }: Extract<FixEdit, { edit: 'setIdentity' }>,
  { identity }: Blueprint,
): string {
  const parts = [
    ...(name === undefined ? [] : [`called ${name} instead of ${identity.name}`]),
    ...(typeof title === 'string' ? [`shown as ${quote(title)}`] : []),
    ...(version === undefined ? [] : [`at version ${version} instead of ${identity.version}`]),
  ];
  return `The server is ${parts.join(', ')}.`;
}

function describeUpstream({ id, baseUrl }: Extract<FixEdit, { edit: 'setUpstream' }>): string {
  return baseUrl === undefined
    ? `${id} has no time-out of its own: that of the server holds.`
    : `${id} is called at ${baseUrl}.`;
}

function describeTexts(edit: Extract<FixEdit, { edit: 'describeTool' }>): string {
  const { name, title, description } = edit;
  return typeof title === 'string'
    ? `${name} has the title ${quote(title)}.`
    : `${name} is described as ${quote(description ?? '')}.`;
}

const HINTS: readonly [keyof ToolAnnotations, isSo: string, isNot: string][] = [
  ['readOnlyHint', 'read-only', 'changing something'],
  ['destructiveHint', 'destructive', 'not destructive'],
  ['idempotentHint', 'safe to repeat', 'not safe to repeat'],
  ['openWorldHint', 'talking to the outside', 'staying inside'],
];

/** `get_user is marked read-only: its request is GET.` */
function describeHints(name: string, tool: Tool | undefined, after: ToolAnnotations): string {
  const before = tool?.annotations ?? {};
  const marks = HINTS.flatMap(([hint, isSo, isNot]) => {
    if (after[hint] === undefined || after[hint] === before[hint]) return [];
    return [after[hint] ? isSo : isNot];
  });
  const why = tool?.action.kind === 'http' ? `: its request is ${tool.action.method}` : '';
  return `${name} is marked ${marks.join(', ') || 'as before'}${why}.`;
}

/** `confirmDestructive true, timeoutMs 30000`. */
function listValues({ edit: _edit, ...values }: Extract<FixEdit, { edit: 'setPolicies' }>): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
    .join(', ');
}

function quote(text: string): string {
  const short = text.length <= MAX_QUOTED ? text : `${text.slice(0, MAX_QUOTED - 1)}…`;
  return `“${short.toWellFormed()}”`;
}
