import { refuseTool, withTools } from '#app/builder/built-in/draft/select-tools.ts';
import { perform } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

function describe(field: 'title' | 'description') {
  return ({ tool = [], text = [] }: Slots, scope: Scope): Outcome | null => {
    if (tool.some(({ word }) => /^(?:server|api|argument|parameter|field)$/.test(word)))
      return null;
    const written = readText(text);
    if (written === '') return null;
    return withTools(tool, scope, false, ([found]) => {
      if (!found) return refuseTool(joinText(tool), scope);
      const call = { tool: 'upsert_tool', input: { name: found.name, [field]: written } };
      return perform(`Set the ${field} of ${found.name}`, [call], [found.name]);
    });
  };
}

/** What somebody wants to be written: what is quoted, else the words as they stand. */
export function readText(tokens: readonly Token[]): string {
  const [only] = trimWords(tokens, /^[:,]$/);
  if (tokens.length > 0 && only?.kind === 'quote' && tokens.at(-1) === only)
    return only.text.trim();
  return joinText(trimWords(tokens, /^[:,]$/));
}

/** Titles and descriptions of tools. */
export const toolTextRules: readonly Rule[] = [
  rule(
    [
      'set|change|make title of [tool] <tool> to|as|into|: <text>',
      'title [tool] <tool> as|: <text>',
      'set|change <tool> title to|as <text>',
      'title of <tool> is|should [be] <text>',
    ],
    describe('title'),
  ),
  rule(
    [
      'set|change|make description of [tool] <tool> to|as|into|: <text>',
      'describe [tool] <tool> as|with|: <text>',
      'set|change <tool> description to|as <text>',
      'description of <tool> is|should [be] <text>',
      'add [a] description to <tool> : <text>',
      '<tool> description : <text>',
    ],
    describe('description'),
  ),
];
