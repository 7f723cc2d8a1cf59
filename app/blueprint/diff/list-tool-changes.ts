import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { describeDiff } from './describe-diff.ts';
import { diffBlueprints, type BlueprintDiff } from './diff-blueprints.ts';

type Tool = Blueprint['tools'][number];

/** A part of a tool as text in both states; null where it is not there. */
export interface FieldChange {
  field: string;
  before: string | null;
  after: string | null;
}

/** The differences of one tool. */
export interface ToolComparison {
  tool: string;
  change: 'added' | 'removed' | 'renamed' | 'changed';
  /** Its earlier name. */
  from?: string;
  fields: FieldChange[];
}

/** The differences between two states of a server, to be read side by side. */
export interface ServerChanges {
  tools: ToolComparison[];
  /** Tools that differ besides those listed. */
  more: number;
  /** Differences of its other parts, as sentences. */
  parts: string[];
}

/** Tools that are listed. */
const MAX_TOOLS = 200;
/** Characters of one text. */
const MAX_TEXT = 4_000;
/** Characters of all texts: tools after those are listed by name only. */
const MAX_TEXTS = 200_000;

/** Compares two states of a server tool by tool, each part as text; bounded, however large the servers are. */
export function listToolChanges(before: Blueprint, after: Blueprint): ServerChanges {
  const { tools, parts } = diffBlueprints(before, after);
  const all = toChanges(tools);
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const now = new Map(after.tools.map((tool) => [tool.name, tool]));
  let room = MAX_TEXTS;
  const listed = all.slice(0, MAX_TOOLS).map((each): ToolComparison => {
    const known = each.change === 'added' ? undefined : old.get(each.from ?? each.tool);
    const fields = room > 0 ? compareTools(known, now.get(each.tool)) : [];
    for (const { before: one, after: other } of fields) {
      room -= (one?.length ?? 0) + (other?.length ?? 0);
    }
    return { ...each, fields };
  });
  const others = { added: [], removed: [], renamed: [], changed: [] };
  return {
    tools: listed,
    more: all.length - listed.length,
    parts: describeDiff({ tools: others, parts }),
  };
}

/** One entry for each tool; one that was renamed and changed is one of both. */
function toChanges({
  added,
  removed,
  renamed,
  changed,
}: BlueprintDiff['tools']): Omit<ToolComparison, 'fields'>[] {
  const names = new Set(renamed.map(({ to }) => to));
  return [
    ...changed.flatMap(({ name }) =>
      names.has(name) ? [] : [{ tool: name, change: 'changed' as const }],
    ),
    ...renamed.map(({ from, to }) => ({ tool: to, change: 'renamed' as const, from })),
    ...added.map((tool) => ({ tool, change: 'added' as const })),
    ...removed.map((tool) => ({ tool, change: 'removed' as const })),
  ];
}

function compareTools(before: Tool | undefined, after: Tool | undefined): FieldChange[] {
  const [old, now] = [toTexts(before), toTexts(after)];
  const fields = [...new Set([...old.keys(), ...now.keys()])];
  return fields.flatMap((field) => {
    const [one, other] = [old.get(field) ?? null, now.get(field) ?? null];
    return one === other ? [] : [{ field, before: cut(one), after: cut(other) }];
  });
}

/** The parts of a tool as texts, in the order in which people look at them. */
function toTexts(tool: Tool | undefined): Map<string, string> {
  if (tool === undefined) return new Map();
  const { title, description, inputSchema, outputSchema, action, annotations } = tool;
  const { requires, examples, enabled } = tool;
  const texts: [string, string | undefined][] = [
    ['title', title],
    ['description', description],
    ['parameters', toLines(inputSchema)],
    ...describeAction(action),
    ['result', toLines(outputSchema)],
    ['hints', toLines(annotations)],
    ['needs', requires?.join(', ')],
    ['examples', toLines(examples)],
    ['served', enabled ? 'yes' : 'no'],
  ];
  return new Map(
    texts.flatMap(([field, text]) => (text === undefined ? [] : [[field, text] as const])),
  );
}

function describeAction(action: Tool['action']): [string, string | undefined][] {
  switch (action.kind) {
    case 'http': {
      const { kind: _kind, method, path, mock, pagination, ...rest } = action;
      return [
        ['request', `${method} ${path}\n${toLines(rest)}`],
        ['pages', toLines(pagination)],
        ['mock answer', toLines(mock)],
      ];
    }
    case 'mcp':
      return [['request', `${action.tool} of ${action.upstream}`]];
    case 'code':
      return [['code', action.source]];
  }
}

function toLines(value: object | undefined): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

function cut(text: string | null): string | null {
  return text !== null && text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
}
