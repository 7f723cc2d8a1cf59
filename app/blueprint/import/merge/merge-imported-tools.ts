import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { TakenChanges } from '#app/blueprint/import/import-changes.ts';
import type { ImportRecord } from '#app/blueprint/import-record.ts';
import type { Tool } from '#app/blueprint/tool.ts';

import { findEdited, isAsNoted } from './aspects.ts';
import { Fingerprints } from './fingerprints.ts';
import { readToolAspects, takeAspects, TOOL_ASPECTS, type ToolAspect } from './tool-aspects.ts';

/** A tool of the server after an import. */
export interface MergedTool {
  tool: Tool;
  /** Operation of the document that it was made of now; null for a tool that the import left alone. */
  operation: string | null;
  /** Aspects that edits keep. */
  edited: ToolAspect[];
}

export interface MergedTools {
  tools: MergedTool[];
  /** Tools whose operation the document no longer has. */
  removed: string[];
  /** Those of them that stay. */
  orphaned: string[];
}

/** The server before an import of a document. */
export interface ImportTarget {
  before: Blueprint;
  sourceId: string;
  /** Notes of earlier imports of the document. */
  record: ImportRecord | null;
  /** Not of a choice: what is there is brought up to date, too. */
  isWhole: boolean;
  /** Every operation of the document. */
  operations: ReadonlySet<string>;
  /** The changes that somebody has chosen; absent: all. */
  taken?: TakenChanges;
}

/** The tools in their order, brought up to date where nobody edited them, and then the new ones. */
export function mergeImportedTools(target: ImportTarget, fresh: Blueprint): MergedTools {
  const { before, sourceId, isWhole } = target;
  const made = new Map(fresh.tools.map((tool) => [tool.origin?.operation ?? '', tool]));
  const prints = {
    draft: new Fingerprints(before.definitions),
    fresh: new Fingerprints(fresh.definitions),
  };
  const merged: MergedTools = { tools: [], removed: [], orphaned: [] };
  const chosen = target.taken && new Set(target.taken.operations);
  const isTaken = (operation: string) => chosen?.has(operation) !== false;
  const there = new Set<string>();
  for (const tool of before.tools) {
    const operation = tool.origin?.source === sourceId ? tool.origin.operation : null;
    if (operation !== null) there.add(operation);
    if (operation === null || !isWhole || !isTaken(operation)) {
      merged.tools.push({ tool, operation: null, edited: [] });
      continue;
    }
    const next = made.get(operation);
    if (next) merged.tools.push(mergeTool(tool, next, notedOf(target, operation), prints));
    else if (target.operations.has(operation)) {
      merged.tools.push({ tool, operation: null, edited: [] });
    } else mergeOrphan(merged, tool, target, prints.draft);
  }
  for (const [operation, tool] of made) {
    if (there.has(operation) || !isTaken(operation)) continue;
    merged.tools.push({ tool, operation, edited: [] });
  }
  return merged;
}

function mergeTool(
  tool: Tool,
  next: Tool,
  noted: Record<string, string> | null,
  prints: { draft: Fingerprints; fresh: Fingerprints },
): MergedTool {
  const edited = findEdited(TOOL_ASPECTS, {
    draft: { aspects: readToolAspects(tool), prints: prints.draft },
    fresh: { aspects: readToolAspects(next), prints: prints.fresh },
    noted,
  });
  // A call of another kind is a whole.
  const whole: ToolAspect[] = ['request', 'answer', 'authentication'];
  if (tool.action.kind !== next.action.kind) {
    edited.push(...whole.filter((aspect) => !edited.includes(aspect)));
  }
  const operation = next.origin?.operation ?? null;
  return { tool: takeAspects(tool, next, edited), operation, edited };
}

/** A tool whose operation is gone goes too, unless it was edited or something needs it. */
function mergeOrphan(
  merged: MergedTools,
  tool: Tool,
  target: ImportTarget,
  prints: Fingerprints,
): void {
  const noted = notedOf(target, tool.origin?.operation ?? '');
  const isUntouched =
    tool.enabled &&
    tool.name === noted?.['name'] &&
    isAsNoted(TOOL_ASPECTS, { aspects: readToolAspects(tool), prints }, noted);
  if (isUntouched && !isNeeded(target.before, tool.name)) {
    merged.removed.push(tool.name);
    return;
  }
  merged.orphaned.push(tool.name);
  merged.tools.push({ tool, operation: null, edited: [] });
}

function isNeeded({ resources, prompts, tools }: Blueprint, name: string): boolean {
  const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``];
  return (
    resources.some(({ content }) => content.kind === 'tool' && content.tool === name) ||
    prompts.some(({ tool }) => tool === name) ||
    tools.some(
      ({ action }) => action.kind === 'code' && quoted.some((text) => action.source.includes(text)),
    )
  );
}

/** Finds the notes of earlier imports on an operation. */
export function notedOf(
  { record }: Pick<ImportTarget, 'record'>,
  operation: string,
): Record<string, string> | null {
  return record !== null && Object.hasOwn(record.operations, operation)
    ? (record.operations[operation] ?? null)
    : null;
}
