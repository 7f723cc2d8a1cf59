import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { isSameJson } from './is-same-json.ts';

type Tool = Blueprint['tools'][number];

/** Differences between two states of a server, by tool and by other part. */
export interface BlueprintDiff {
  tools: {
    added: string[];
    removed: string[];
    /** The same tool under another name; further fields that differ are in `changed`, by the new name. */
    renamed: { from: string; to: string }[];
    /** Names of the fields that differ; those of the action as `action.path`. */
    changed: { name: string; fields: string[] }[];
  };
  /** Names of the other parts that differ: `identity`, `upstreams`, `prompts` and so on. */
  parts: string[];
}

/** Compares two states of a server; tools are matched by name, and those without a match by what they do. */
export function diffBlueprints(before: Blueprint, after: Blueprint): BlueprintDiff {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const names = new Set(after.tools.map(({ name }) => name));
  const gone = before.tools.filter(({ name }) => !names.has(name));
  const earlierNames = findRenamed(
    gone,
    after.tools.filter(({ name }) => !old.has(name)),
  );
  const added: string[] = [];
  const changed: { name: string; fields: string[] }[] = [];
  for (const tool of after.tools) {
    const known = old.get(earlierNames.get(tool.name) ?? tool.name);
    if (known === undefined) added.push(tool.name);
    else {
      const fields = diffTool({ ...known, name: tool.name }, tool);
      if (fields.length > 0) changed.push({ name: tool.name, fields });
    }
  }
  const matched = new Set(earlierNames.values());
  const removed = gone.flatMap(({ name }) => (matched.has(name) ? [] : [name]));
  const renamed = [...earlierNames].map(([to, from]) => ({ from, to }));
  const { tools: _before, ...rest } = before;
  const { tools: _after, ...others } = after;
  return { tools: { added, removed, renamed, changed }, parts: diffFields(rest, others) };
}

/**
 * Earlier names of new tools, by their names: a tool that went and one that came are the same if they are
 * made of the same operation, or do the same.
 */
function findRenamed(gone: readonly Tool[], come: readonly Tool[]): Map<string, string> {
  const left = new Map<string, Tool[]>();
  for (const tool of gone) left.set(keyOf(tool), [...(left.get(keyOf(tool)) ?? []), tool]);
  const found = new Map<string, string>();
  for (const tool of come) {
    const known = left.get(keyOf(tool))?.shift();
    if (known !== undefined) found.set(tool.name, known.name);
  }
  return found;
}

/** Identity of a tool, whatever it is called. */
function keyOf({ origin, action }: Tool): string {
  if (origin !== undefined) return `of ${origin.source} ${origin.operation}`;
  switch (action.kind) {
    case 'http':
      return `http ${action.upstream} ${action.method} ${action.path}`;
    case 'mcp':
      return `mcp ${action.upstream} ${action.tool}`;
    case 'code':
      return `code ${action.source}`;
  }
}

function diffTool(before: Tool, after: Tool): string[] {
  return diffFields(before, after).flatMap((field) => {
    if (field !== 'action' || before.action.kind !== after.action.kind) return [field];
    return diffFields(before.action, after.action).map((part) => `action.${part}`);
  });
}

/** Names of the fields whose values differ, sorted. */
export function diffFields(before: object, after: object): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const now = new Map<string, unknown>(Object.entries(after));
  const names = new Set([...old.keys(), ...now.keys()]);
  return [...names].filter((name) => !isSameJson(old.get(name), now.get(name))).toSorted();
}
