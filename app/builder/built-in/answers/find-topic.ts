import { toSingular } from '#app/blueprint/words.ts';
import { closest } from '#app/extraction/vocabulary/edit-distance.ts';
import { SMALL_WORDS } from '#app/extraction/vocabulary/question-words.ts';

import { HELP_TOPICS, type HelpTopic } from './help-topics.ts';

/** Longer texts are not questions. In characters. */
const MAX_QUESTION = 500;
/** Share of the question's words, weighed by rarity, that a topic must contain. */
const MIN_SHARE = 0.5;

const SMALL = new Set(SMALL_WORDS);

/** Minimum length for typo correction: in a shorter word another letter makes another word (rest, test). */
const MIN_TYPED = 6;
/** Numbers belong to a request, not to a question about the product. */
const NUMBER_WEIGHT = 3;

interface Indexed {
  topic: HelpTopic;
  /** Each phrase as its words. */
  phrases: string[][];
}

const index: readonly Indexed[] = HELP_TOPICS.map((topic) => ({
  topic,
  phrases: [topic.title, ...topic.keywords]
    .map((phrase) => splitWords(phrase))
    .filter((words) => words.length > 0),
}));

/** Number of topics that contain each word. */
const uses = new Map<string, number>();
for (const { phrases } of index)
  for (const word of new Set(phrases.flat())) uses.set(word, (uses.get(word) ?? 0) + 1);
const known = [...uses.keys()];

/** The help topic that a question is about, despite typos; null if none is close. */
export function findTopic(text: string): HelpTopic | null {
  if (text.length > MAX_QUESTION) return null;
  const asked = splitWords(text).map((word) =>
    uses.has(word) ? word : word.length < MIN_TYPED ? word : (closest(word, known) ?? word),
  );
  if (asked.length === 0) return findExact(text);
  if (asked.length > 30) return null;
  const said = new Set(asked);
  const rated = index.map(({ topic, phrases }) => ({
    topic,
    score: rate(phrases, said),
  }));
  const best = rated.reduce((most, each) => (each.score > most.score ? each : most));
  const whole = [...said].reduce((sum, word) => sum + weigh(word), 0);
  return best.score > 0 && best.score >= whole * MIN_SHARE ? best.topic : null;
}

/** Finds topics asked for with stop words only: "what can you do". */
function findExact(text: string): HelpTopic | null {
  const said = splitAll(text).join(' ');
  return HELP_TOPICS.find(({ keywords }) => keywords.includes(said)) ?? null;
}

/** The words of a topic that occur: phrases count only as a whole, and rarer words count more. */
function rate(phrases: readonly string[][], said: ReadonlySet<string>): number {
  const whole = phrases.filter((phrase) => phrase.every((word) => said.has(word)));
  return [...new Set(whole.flat())].reduce((sum, word) => sum + weigh(word), 0);
}

/** A word of one topic counts most; a word of no topic counts against the match. */
function weigh(word: string): number {
  if (/^\d/.test(word)) return NUMBER_WEIGHT;
  const count = uses.get(word);
  return count === undefined ? 1 : 0.5 + Math.log(1 + index.length / count);
}

function splitAll(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

function splitWords(text: string): string[] {
  return splitAll(text.replace(/['’]s\b/g, ''))
    .filter((word) => !SMALL.has(word))
    .map(toSingular);
}
