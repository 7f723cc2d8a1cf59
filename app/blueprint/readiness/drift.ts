import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { toBlueprintListing } from '#app/blueprint/list-bytes.ts';
import { toText } from '#app/runtime/json.ts';
import type { JsonValue } from '#app/runtime/json.ts';
import type { ProbedTools } from '#app/runtime/probe/server-evidence.ts';

import { listed } from './each-tool.ts';
import { nameSome } from './name-some.ts';
import type { CheckVerdict } from './rule.ts';

/** Compares a server's tool list with that of its blueprint and describes the differences. */
export function findDrift(blueprint: Blueprint, { tools, isComplete }: ProbedTools): CheckVerdict {
  const wanted = toBlueprintListing(blueprint).tools.map(
    (tool) => [tool.name, fingerprint(tool)] as const,
  );
  const found = new Map(tools.map((tool) => [toText(tool['name'] ?? null), fingerprint(tool)]));
  const changed = wanted.flatMap(([name, print]) => {
    const other = found.get(name);
    if (other === undefined) return isComplete ? [`${name}: not listed`] : [];
    return other === print ? [] : [`${name}: another definition`];
  });
  const known = new Set(wanted.map(([name]) => name));
  const strange = [...found.keys()].filter((name) => !known.has(name));
  const names = tools.map((tool) => toText(tool['name'] ?? null));
  const twice = [...new Set(names.filter((name, index) => names.indexOf(name) !== index))];
  const all = [
    ...changed,
    ...twice.map((name) => `${name}: listed more than once`),
    ...strange.map((name) => `${name}: not in the blueprint`),
  ];
  if (all.length > 0) {
    const text = `${all.length === 1 ? '1 tool differs' : `${all.length} tools differ`}: ${nameSome(all)}.`;
    return { status: 'fail', text, got: listed(all) };
  }
  const text = `Compared ${found.size} tools: name, texts, hints and schemas are the same.`;
  if (isComplete) return { status: 'pass', text };
  return { status: 'warn', text: `${text} ${wanted.length - found.size} were not read.` };
}

/** The same text for the same tool, regardless of the order of its keys. */
function fingerprint(tool: object): string {
  return JSON.stringify(tool, (_, value: JsonValue) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    return Object.fromEntries(
      Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)),
    );
  });
}
