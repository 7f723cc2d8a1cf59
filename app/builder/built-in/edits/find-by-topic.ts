import { describeUse } from '#app/blueprint/tool-words/describe-use.ts';
import { toSingular, toWords } from '#app/blueprint/words.ts';
import type { WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import { escapePattern } from '#app/extraction/reading/escape-pattern.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { narrowByVerb } from './does-verb.ts';
import type { FoundTools, Scope } from './scope.ts';

/** Finds tools by topic: "the review tool", "asking for the stock", "the one that lists the sites". */
export function findDescribed(
  text: string,
  scope: Scope,
  tools: readonly WorkTool[],
): FoundTools | null {
  const { lx } = scope;
  const words = new Set(toWords(text).map(toSingular));
  const uses = new Map<string, number>();
  for (const tool of tools)
    for (const word of new Set(topicWords(tool))) uses.set(word, (uses.get(word) ?? 0) + 1);
  const scores = tools.map((tool) => ({
    tool,
    score: scoreTopics(tool, words, uses, tools.length, lx),
  }));
  const best = Math.max(0, ...scores.map(({ score }) => score));
  if (best === 0) return null;
  const fitting = scores.filter(({ score }) => score >= best - 0.01).map(({ tool }) => tool);
  const narrowed = narrowByVerb(text, fitting, lx);
  const isMany = lx.rx('<all>|<both>').test(text) || isPluralOf(text, narrowed);
  const chosen = isMany ? narrowed : preferShortest(narrowed, text, lx);
  return {
    tools: chosen,
    how: isMany ? 'group' : 'described',
    isAmbiguous: chosen.length > 1 && !isMany,
  };
}

/** Prefers the shortest path: "the trains" means `/trains`, not `/trains/{id}/stops`. */
function preferShortest(tools: WorkTool[], text: string, lx: Lexicon): WorkTool[] {
  if (tools.length < 2 || lx.rx('<deletes>').test(text)) return tools;
  const ending = tools.filter(
    ({ path }) =>
      new RegExp(
        `(?<![\\p{L}])${escapePattern(path.split('/').at(-1) ?? '')}(?![\\p{L}])`,
        'iu',
      ).test(text) && !path.endsWith('}'),
  );
  if (ending.length > 0 && ending.length < tools.length) return ending;
  const literals = (tool: WorkTool) =>
    tool.path.split('/').filter((part) => part !== '' && !part.startsWith('{')).length;
  const fewest = Math.min(...tools.map(literals));
  return tools.filter((tool) => literals(tool) === fewest);
}

function isPluralOf(text: string, { length }: readonly WorkTool[]): boolean {
  return length > 1 && /\b(?:tools|endpoints|calls|ones|routes|them|these|those)\b/i.test(text);
}

function scoreTopics(
  tool: WorkTool,
  words: ReadonlySet<string>,
  uses: ReadonlyMap<string, number>,
  count: number,
  lx: Lexicon,
): number {
  let score = 0;
  const topics = new Set(topicWords(tool));
  for (const word of topics) {
    const isNamed =
      words.has(word) ||
      (word.length > 3 &&
        [...words].some((each) => each.startsWith(word) && each.length - word.length < 4));
    if (!isNamed || lx.is('tool', word) || lx.is('filler', word) || lx.is('server', word)) continue;
    const share = (uses.get(word) ?? 1) / count;
    // A word of every tool distinguishes none.
    if (share < 1 || count === 1) score += lastWords(tool).includes(word) ? 2 : 1;
  }
  const told = toWords(ownDescription(tool))
    .map(toSingular)
    .filter(
      (word) =>
        word.length > 3 &&
        !topics.has(word) &&
        words.has(word) &&
        !lx
          .rx(
            '^(?:<filler>|<all>|<tool>|<list>|<only>|<reads>|<writes>|<creates>|<updates>|<deletes>)$',
          )
          .test(word),
    );
  return score > 0 ? score + Math.min(told.length, 3) * 0.1 : Math.min(told.length, 3) * 0.5;
}

/** The description without the sentences that follow from the request. */
function ownDescription({ description = '', method, path }: WorkTool): string {
  return description.replace(describeUse(method, path) ?? '', '');
}

function topicWords({ path, aliases, name }: WorkTool): string[] {
  const literal = path.replace(/\{[^}]*\}/g, ' ');
  const verbless = toWords(name).slice(1);
  return [
    ...toWords(literal),
    ...verbless,
    ...aliases.flatMap((alias: string) => (alias.length < 40 ? toWords(alias) : [])),
  ].map(toSingular);
}

function lastWords({ path }: WorkTool): string[] {
  const last = path.split('/').findLast((part) => part !== '' && !part.startsWith('{')) ?? '';
  return toWords(last).map(toSingular);
}
