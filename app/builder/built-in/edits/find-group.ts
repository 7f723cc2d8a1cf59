import type { WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { doesVerb, VERBS } from './does-verb.ts';
import type { FoundTools, Scope } from './scope.ts';

/** Finds groups: "all of them", "the deletes", "everything that writes", "the first three". */
export function findGroup(
  text: string,
  { lx, focus }: Scope,
  tools: readonly WorkTool[],
): FoundTools | null {
  const group = (found: readonly WorkTool[], isAmbiguous = false): FoundTools | null =>
    found.length > 0 ? { tools: [...found], how: 'group', isAmbiguous } : null;
  const placed = findByPlace(text, tools, lx);
  if (placed) return group(placed);
  const isBoth = lx.rx('<both>').test(text);
  const pool =
    isBoth && focus.length === 2 ? tools.filter(({ name }) => focus.includes(name)) : tools;
  const methods = [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE)(?:e?s)?\b/g)].map(
    ([, method]) => method,
  );
  const same = pool.filter((tool) => methods.includes(tool.method));
  if (same.length > 0) return group(same, same.length > 1 && !isMany(text, lx));
  if (lx.rx('<readOnly>').test(text) && lx.rx('<tool>').test(text))
    return group(tools.filter(({ reads }) => reads));
  for (const verb of VERBS.filter((each) => saysVerb(text, each, lx))) {
    const fitting = pool.filter((tool) => doesVerb(verb, tool));
    if (fitting.length > 0) return group(fitting, fitting.length > 1 && !isMany(text, lx));
  }
  if (isBoth) return group(pool);
  return lx.rx(String.raw`<all>(?=\s*(?:<tool>|<filler>|$|[.,!;]))`).test(text)
    ? group(tools)
    : null;
}

/**
 * Finds tools by position in the list: "1, 3 and 4", "the first two", "the last tool"; null if none is given.
 */
function findByPlace(text: string, tools: readonly WorkTool[], lx: Lexicon): WorkTool[] | null {
  const positions =
    /^\W*(\d{1,2})(?:\s*(?:,|&|\+|-|–|and|und|et|y|e|en|to|\s)\s*\d{1,2})*\b/
      .exec(text)?.[0]
      .match(/\d+/g)
      ?.map(Number) ?? [];
  if (positions.length > 1 && positions.every((each) => each >= 1 && each <= tools.length))
    return tools.filter((_, index) => positions.includes(index + 1));
  const digits = lx.withDigits(text);
  if (lx.rx(String.raw`<first>\s+(?:\d+|<tool>|<list>)|<filler>\s+<first>\s*$`).test(digits)) {
    const count = /\b(\d+)\b/.exec(digits)?.[1];
    return tools.slice(0, lx.rx(String.raw`<first>\s+\d+`).test(digits) ? Number(count ?? 1) : 1);
  }
  if (lx.rx(String.raw`<last>\s+(?:<tool>|\d)`).test(text)) return tools.slice(-1);
  if (lx.rx(String.raw`<second>\s+<tool>`).test(text)) return tools.slice(1, 2);
  return lx.rx(String.raw`<third>\s+<tool>`).test(text) ? tools.slice(2, 3) : null;
}

/** Whether a verb refers to tools; listing and getting need the word "tool" or the like. */
function saysVerb(text: string, verb: (typeof VERBS)[number], lx: Lexicon): boolean {
  const template =
    verb === 'single' || verb === 'list'
      ? String.raw`<${verb}>\s*(?:<tool>|$)|(?:<tool>)\s+(?:<filler>\s+)*<${verb}>|(?:\d+|<both>|<all>|<filler>)\s+<${verb}>|<${verb}>(?=[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])`
      : `<${verb}>`;
  const plain = text.replace(lx.rx(String.raw`<all>|<tool>\W*$`, 'g'), ' ');
  return lx.rx(template).test(lx.withDigits(plain));
}

function isMany(text: string, lx: Lexicon): boolean {
  return (
    lx.rx('<all>|<both>').test(text) ||
    /(?:tools|ones|calls|endpoints|routes|es|ts|s)\b/i.test(
      text.replace(/\b(?:deletes|this|is|its)\b(?=\s+\w+\s)/gi, ''),
    )
  );
}
