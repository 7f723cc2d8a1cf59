import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { Fingerprints } from '#app/blueprint/import/merge/fingerprints.ts';
import { readToolAspects } from '#app/blueprint/import/merge/tool-aspects.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import { usedDefinitions } from '#app/blueprint/used-definitions.ts';

/** `published`: the document stands at an address that anybody can read; `given`: somebody pasted or dropped it. */
export type DocumentedIn = 'published' | 'given';

/** Formats whose documents describe an API; the others are calls of somebody, with their own values. */
const DESCRIBING = new Set(['openapi']);

/**
 * The values that stand in what an import made of a description of an API, as the document has it: examples of its
 * maker. What was edited since is its author's own.
 */
export function findDocumented(
  blueprint: Blueprint,
  values: readonly string[],
): Map<string, DocumentedIn> {
  const found = new Map<string, DocumentedIn>();
  if (values.length === 0) return found;
  const wanted = values.map((value) => ({ value, letters: toLetters(value) }));
  const prints = new Fingerprints(blueprint.definitions);
  for (const { tool, place, noted } of listImported(blueprint)) {
    const open = wanted.filter(({ value }) => found.get(value) !== 'published');
    if (open.length === 0) break;
    const texts = [JSON.stringify(tool), ...definitionsOf(tool, blueprint)].map(toLetters);
    const here = open.filter(({ letters }) => texts.some((text) => text.includes(letters)));
    if (here.length === 0) continue;
    const kept = textsAsNoted(tool, noted, prints, blueprint);
    for (const { value, letters } of here) {
      if (kept.some((text) => text.includes(letters))) found.set(value, place);
    }
  }
  return found;
}

function listImported({
  tools,
  sources,
}: Blueprint): { tool: Tool; place: DocumentedIn; noted: Readonly<Record<string, string>> }[] {
  const known = new Map(sources.map((source) => [source.id, source]));
  return tools.flatMap((tool) => {
    const source = known.get(tool.origin?.source ?? '');
    const noted = source?.made?.operations[tool.origin?.operation ?? ''];
    if (!source || !noted || !DESCRIBING.has(source.kind)) return [];
    return [{ tool, place: source.url === undefined ? 'given' : 'published', noted }];
  });
}

/** Texts of the aspects of a tool that are as the import made them. */
function textsAsNoted(
  tool: Tool,
  noted: Readonly<Record<string, string>>,
  prints: Fingerprints,
  blueprint: Blueprint,
): string[] {
  const aspects = [...readToolAspects(tool)].filter(
    ([name, aspect]) => noted[name] === prints.of(aspect),
  );
  const isSchemaKept = aspects.some(([, { schemas = [] }]) => schemas.length > 0);
  const shared = isSchemaKept ? definitionsOf(tool, blueprint) : [];
  return [...aspects.map(([, { value }]) => JSON.stringify(value)), ...shared].map(toLetters);
}

function definitionsOf(tool: Tool, { definitions }: Blueprint): string[] {
  return [...usedDefinitions(definitions, [tool]).values()].map((each) => JSON.stringify(each));
}

/** A text without what differs between a value, its JSON and the source code that it is printed in. */
function toLetters(text: string): string {
  return text.replaceAll(/\\+[nrt]|[\s"'`\\]/g, '');
}
