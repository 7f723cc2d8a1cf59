import { findTools } from '#app/builder/built-in/edits/find-tools.ts';
import type { FinishedCall, PastTurn } from '#app/builder/built-in/turn.ts';
import { toRecord, toTexts } from '#app/builder/built-in/values.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import type { WorkModel } from './work-model.ts';

/** The tools that "it" means: those that the last turn changed or mentioned, else the turn before. */
export function findFocus(past: readonly PastTurn[], model: WorkModel, lx: Lexicon): string[] {
  const names = new Set(model.tools.map(({ name }) => name));
  for (const { text, calls } of past.toReversed()) {
    const touched = [...new Set(calls.flatMap(touchedBy))].filter((name) => names.has(name));
    if (touched.length > 0) return touched;
    const { tools, how } = findTools(text.slice(0, 2_000), {
      model,
      focus: [],
      lx,
      isBuilding: false,
      lastWas: '',
    });
    if (how === 'named' || how === 'described') return tools.map(({ name }) => name);
  }
  return [];
}

function touchedBy({ tool, input, output }: FinishedCall): string[] {
  const { name, from, to, renames } = toRecord(input);
  if (tool === 'upsert_tool' || tool === 'run_tool') return typeof name === 'string' ? [name] : [];
  if (tool === 'import_document') return toTexts(toRecord(output)['added']);
  if (tool !== 'rename_tool') return [];
  return toTexts(
    Array.isArray(renames)
      ? renames.map((each) => toRecord(each)['to'])
      : [from === undefined ? undefined : to],
  );
}
