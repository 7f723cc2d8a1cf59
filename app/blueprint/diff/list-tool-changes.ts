import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { boundChange } from './bound-change.ts';
import { compareTools } from './compare-tools.ts';
import { describeDiff } from './describe-diff.ts';
import { diffBlueprints, type BlueprintDiff } from './diff-blueprints.ts';
import type { FieldChange } from './field-change.ts';

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
    const differing = room > 0 ? compareTools(known, now.get(each.tool)) : [];
    const fields = differing.map((field) => boundChange(field, MAX_TEXT));
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
