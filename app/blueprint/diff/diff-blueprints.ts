import type { Blueprint } from '#app/blueprint/blueprint.ts';

import { isSameJson } from './is-same-json.ts';

type Tool = Blueprint['tools'][number];

/** Differences between two states of a server, by tool and by other part. */
export interface BlueprintDiff {
  tools: {
    added: string[];
    removed: string[];
    /** Names of the fields that differ; those of the action as `action.path`. */
    changed: { name: string; fields: string[] }[];
  };
  /** Names of the other parts that differ: `identity`, `upstreams`, `prompts` and so on. */
  parts: string[];
}

/** Compares two states of a server; tools are matched by name. */
export function diffBlueprints(before: Blueprint, after: Blueprint): BlueprintDiff {
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const kept = new Set(after.tools.map(({ name }) => name));
  const added: string[] = [];
  const changed: { name: string; fields: string[] }[] = [];
  for (const tool of after.tools) {
    const known = old.get(tool.name);
    if (known === undefined) added.push(tool.name);
    else {
      const fields = diffTool(known, tool);
      if (fields.length > 0) changed.push({ name: tool.name, fields });
    }
  }
  const removed = before.tools.flatMap(({ name }) => (kept.has(name) ? [] : [name]));
  const { tools: _before, ...rest } = before;
  const { tools: _after, ...others } = after;
  return { tools: { added, removed, changed }, parts: diffFields(rest, others) };
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
