import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { toCanonicalJson } from '#app/blueprint/diff/to-canonical-json.ts';
import { enabledTools } from '#app/blueprint/to-server-definition.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { isJsonObject } from '#app/runtime/json.ts';

/** The tools of two versions that clients see, each with its counterpart. */
export interface MatchedTools {
  pairs: { before: string; after: string }[];
  added: string[];
  removed: string[];
}

/**
 * Matches tools by name; then those of other names by their operation or request, and at last by their
 * contract: the same text with the same arguments, or the same schemas.
 */
export function matchTools(before: Blueprint, after: Blueprint): MatchedTools {
  const [old, now] = [enabledTools(before), enabledTools(after)];
  const { tools } = diffBlueprints({ ...before, tools: old }, { ...after, tools: now });
  const names = new Set(old.map(({ name }) => name));
  const pairs = [
    ...now.flatMap(({ name }) => (names.has(name) ? [{ before: name, after: name }] : [])),
    ...tools.renamed.map(({ from, to }) => ({ before: from, after: to })),
  ];
  const alike = matchAlike(pick(old, tools.removed), pick(now, tools.added));
  const left = new Set(alike.flatMap((pair) => [pair.before, pair.after]));
  return {
    pairs: [...pairs, ...alike],
    added: tools.added.filter((name) => !left.has(name)),
    removed: tools.removed.filter((name) => !left.has(name)),
  };
}

function pick(tools: readonly Tool[], names: readonly string[]): Tool[] {
  const wanted = new Set(names);
  return tools.filter(({ name }) => wanted.has(name));
}

/** Pairs of tools with an alike contract, which no other of them has. */
function matchAlike(gone: readonly Tool[], come: readonly Tool[]): MatchedTools['pairs'] {
  const pairs: MatchedTools['pairs'] = [];
  for (const toKey of [toTextKey, toSchemaKey]) {
    const taken = new Set(pairs.flatMap(({ before, after }) => [before, after]));
    const old = Map.groupBy(
      gone.filter(({ name }) => !taken.has(name)),
      toKey,
    );
    const now = Map.groupBy(
      come.filter(({ name }) => !taken.has(name)),
      toKey,
    );
    for (const [key, [one, ...others]] of old) {
      const [other, ...more] = now.get(key) ?? [];
      if (key === null || one === undefined || other === undefined) continue;
      if (others.length === 0 && more.length === 0) {
        pairs.push({ before: one.name, after: other.name });
      }
    }
  }
  return pairs;
}

/** Text and arguments of a tool; null where it has no text. */
function toTextKey({ description = '', inputSchema }: Tool): string | null {
  return description === '' ? null : toCanonicalJson([description, namesOf(inputSchema)]);
}

/** Schemas of a tool; null where it takes no arguments, as any tool may. */
function toSchemaKey({ inputSchema, outputSchema }: Tool): string | null {
  if (namesOf(inputSchema).length === 0) return null;
  return toCanonicalJson([inputSchema, outputSchema ?? null]);
}

function namesOf({ properties }: Tool['inputSchema']): string[] {
  return isJsonObject(properties) ? Object.keys(properties).toSorted() : [];
}
