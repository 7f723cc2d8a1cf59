import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { mergeOrder } from '#app/blueprint/diff/merge/merge-order.ts';
import type { NamedTool } from '#app/blueprint/generate/tool-modules.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { followArguments } from './follow-arguments.ts';
import { findConstant, type WrittenTool } from './find-written-tools.ts';
import { isPlacedAt, pairTools } from './pair-tools.ts';
import type { ReadBackProblem } from './read-back-problem.ts';
import { readToolBack, toTool, type ReadTool, type ActionOf } from './read-tool-back.ts';
import type { StaticReader } from './static-reader.ts';

interface ToolSources {
  before: Blueprint;
  /** The tools that were generated, each with its place. */
  placed: readonly NamedTool[];
  reader: StaticReader;
  /** Whether a tool's modules are as they were generated. */
  isSame: (tool: NamedTool) => boolean;
  actionOf: ActionOf;
}

export interface ReadWrittenTools {
  tools: Tool[];
  /** New names by earlier ones. */
  renamed: Map<string, string>;
  /** Files of tools, by name and by earlier name. */
  files: Map<string, string>;
  problems: ReadBackProblem[];
}

/** Reads the tools that a server lists, and leaves those alone that nobody has touched. */
export function readWrittenTools(
  listed: readonly WrittenTool[],
  sources: ToolSources,
): ReadWrittenTools {
  const { before } = sources;
  const { slots, problems } = readSlots(listed, sources);
  const kept = new Set(slots.flatMap(({ known, read }) => (read ? [] : known?.name)));
  const pairs = pairTools(
    slots.flatMap(({ read }) => read ?? []),
    before.tools.filter(({ name }) => !kept.has(name)),
    sources.placed,
  );
  const names = new Set(kept);
  /** By the earlier name, or that of a new tool; in the order of the list. */
  const found = new Map<string, Tool>();
  const files = new Map<string, string>();
  for (const { read, place, known = read && pairs.get(read) } of slots) {
    const made = read ? toTool(read, known, sources.actionOf) : { tool: known, problems: [] };
    problems.push(...made.problems);
    const isTwice = made.tool && read && names.has(made.tool.name);
    if (isTwice) {
      const reason = `There is another tool named ${made.tool?.name}.`;
      problems.push({ file: place.path, line: read.line, reason });
    }
    const tool = isTwice ? known : (made.tool ?? known);
    if (tool === undefined || (read && names.has(tool.name))) continue;
    names.add(tool.name);
    found.set(known?.name ?? tool.name, known && read ? followArguments(known, tool) : tool);
    files.set(tool.name, place.path).set(known?.name ?? tool.name, place.path);
  }
  const theirs = [...found.keys()];
  for (const tool of before.tools) {
    const left = found.has(tool.name) ? null : keepUnlisted(tool, sources);
    if (left !== null) found.set(tool.name, left);
  }
  return { tools: inOrder(before, found, theirs), renamed: toRenamed(found), files, problems };
}

/** An entry of the list: a tool that is as it was, or one that was read. */
interface Slot {
  place: WrittenTool['place'];
  known?: Tool;
  read?: ReadTool;
}

function readSlots(
  listed: readonly WrittenTool[],
  { placed, reader, isSame }: ToolSources,
): { slots: Slot[]; problems: ReadBackProblem[] } {
  const problems: ReadBackProblem[] = [];
  const slots = listed.flatMap((each): Slot[] => {
    const { place } = each;
    const known = placed.find((tool) => isPlacedAt(tool, each));
    if (known !== undefined && isSame(known)) return [{ place, known: known.tool }];
    const constant = each.constant();
    if (constant.ok) return [{ place, read: readToolBack(reader, place, constant.value) }];
    const { file, line, message } = constant;
    problems.push({ file, line, reason: message });
    return known === undefined ? [] : [{ place, known: known.tool }];
  });
  return { slots, problems };
}

/** A tool that is not served stays; so does one that is no longer listed while its source is there. */
function keepUnlisted(tool: Tool, { placed, reader }: ToolSources): Tool | null {
  if (!tool.enabled) return tool;
  const place = placed.find((each) => each.tool.name === tool.name);
  if (place === undefined) return null;
  const { path, source } = place;
  const isThere = findConstant(reader, { path, identifier: source.identifier }).ok;
  return isThere ? { ...tool, enabled: false } : null;
}

/** In the order of the list; what is not served stands after the same tool as before. */
function inOrder(
  { tools }: Blueprint,
  found: ReadonlyMap<string, Tool>,
  theirs: readonly string[],
): Tool[] {
  const base = tools.map(({ name }) => name);
  const order = mergeOrder({ base, mine: base, theirs }, new Set(found.keys()));
  return order.flatMap((key) => found.get(key) ?? []);
}

function toRenamed(found: ReadonlyMap<string, Tool>): Map<string, string> {
  return new Map([...found].flatMap(([key, { name }]) => (key === name ? [] : [[key, name]])));
}
