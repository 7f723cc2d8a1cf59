import { toSingular, toWords } from '#app/blueprint/words.ts';
import type { DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { SMALL_WORDS } from '#app/builder/built-in/vocabulary/question-words.ts';
import type { Lexicon } from '#app/builder/built-in/vocabulary/lexicon.ts';
import { closest } from '#app/builder/built-in/vocabulary/edit-distance.ts';

/** A question, and what it is asked about. */
export interface Question {
  text: string;
  draft: DraftFacts;
  /** Names of the tools that "it" means. */
  subject: readonly string[];
  lx: Lexicon;
}

/** The tools that a question speaks of: by name, by path, by what they are about, or as "it". */
export function findMentioned({ text, draft, subject, lx }: Question): ToolFacts[] {
  const { tools } = draft;
  const named = findNamed(text, tools);
  if (named.length > 0) return named;
  const byPlace = findByPlace(text, tools, lx);
  if (byPlace) return [byPlace];
  const byPath = findByPath(text, tools);
  if (byPath.length > 0) return byPath;
  const typed = (text.match(/\p{L}+(?:[_-]\p{L}+)+/gu) ?? []).map((word) =>
    closest(
      word,
      tools.map(({ name }) => name),
    ),
  );
  const meant = tools.filter(({ name }) => typed.includes(name));
  if (meant.length > 0) return meant;
  const topical = findByTopic(text, tools, lx);
  if (topical.length > 0) return topical;
  return lx.has('it', text) ? tools.filter(({ name }) => subject.includes(name)) : [];
}

/** "the last tool", "the second one". */
function findByPlace(
  text: string,
  tools: readonly ToolFacts[],
  lx: Lexicon,
): ToolFacts | undefined {
  const places = ['first', 'second', 'third'] as const;
  const at = places.findIndex((place) => lx.rx(String.raw`<${place}>\s+<tool>`).test(text));
  if (at !== -1) return tools[at];
  return lx.rx(String.raw`<last>\s+<tool>`).test(text) ? tools.at(-1) : undefined;
}

/** The tools whose exact names stand in a text. */
export function findNamed(text: string, tools: readonly ToolFacts[]): ToolFacts[] {
  const words = text.split(/[^\p{L}\p{N}_.-]+/u).map((word) => word.replace(/\.$/, ''));
  return tools.filter(({ name }) => words.includes(name));
}

function findByPath(text: string, tools: readonly ToolFacts[]): ToolFacts[] {
  const paths = (text.match(/(?<![\p{L}\p{N}/:.])\/[\w{}:<>/-]+/gu) ?? []).map(toPlainPath);
  const method = /\b(GET|POST|PUT|PATCH|DELETE)\b/.exec(text)?.[1];
  return tools.filter(
    (tool) =>
      (method === undefined || tool.method === method) &&
      paths.some((path) => toPlainPath(tool.path ?? '').endsWith(path)),
  );
}

function toPlainPath(path: string): string {
  return path
    .replace(/\{[^}]*\}|<[^>]*>|(?<=\/):\w+/g, '{}')
    .replace(/\/+$/, '')
    .toLowerCase();
}

/** The tools whose name, title and path share the most telling words with a text. */
export function findByTopic(text: string, tools: readonly ToolFacts[], lx: Lexicon): ToolFacts[] {
  const said = contentOf(text, lx);
  const topics = tools.map((tool) => ({ tool, words: topicsOf(tool) }));
  const known = [...new Set(topics.flatMap(({ words }) => [...words]))];
  const meant = new Set(said.map((word) => closest(word, known)).filter((word) => word !== null));
  const rated = topics.map(({ tool, words }) => ({ tool, score: rate(words, meant, topics) }));
  const best = Math.max(0, ...rated.map(({ score }) => score));
  return best === 0 ? [] : rated.filter(({ score }) => score > best - 0.01).map(({ tool }) => tool);
}

/** The words of a question that say what it is about. */
export function contentOf(text: string, lx: Lexicon): string[] {
  return wordsOf(text).filter((word) => !isSmall(word, lx));
}

/** Words of few tools tell more than words of all. */
function rate(
  words: ReadonlySet<string>,
  meant: ReadonlySet<string>,
  all: readonly { words: ReadonlySet<string> }[],
): number {
  let score = 0;
  for (const word of meant)
    if (words.has(word))
      score += Math.log(1 + all.length / all.filter((each) => each.words.has(word)).length);
  return score;
}

function topicsOf({ name, title = '', path = '' }: ToolFacts): Set<string> {
  return new Set([
    ...wordsOf(name),
    ...wordsOf(title),
    ...wordsOf(path.replace(/\{[^}]*\}/g, ' ')),
  ]);
}

/** The words of a text, one of many each. */
export function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  ).map(toSingular);
}

/** The words of a name, as they are said: "stop id". */
export function toSaid(name: string): string {
  return toWords(name).map(toSingular).join(' ');
}

function isSmall(word: string, lx: Lexicon): boolean {
  return (
    word.length < 3 ||
    SMALL_WORDS.includes(word) ||
    lx.rx('^(?:<filler>|<tool>|<question>|<argument>|<takes>|<please>)$').test(word)
  );
}
