import type { SelectableOperation } from './select-operations.ts';
import { toSingular, toWords } from './words.ts';

/** An operation with the texts that it is searched by. */
export interface SearchableOperation extends SelectableOperation {
  title: string;
  description: string;
}

/** Weights of the places where a word is found. */
const NAME = 5;
const PATH = 4;
const TAG = 4;
const TITLE = 3;
const DESCRIPTION = 1;

/** Characters of a description that are searched. */
const MAX_DESCRIPTION = 4_000;

interface Indexed<Item> {
  item: Item;
  /** Lower case, of all texts. */
  text: string;
  /** Weight of each word. */
  words: Map<string, number>;
}

/**
 * The items that hold at least half of the words of a text, the best first: a word that few of them have
 * counts more, as does one in the name.
 */
export function rankOperations<Item>(
  items: readonly Item[],
  text: string,
  toOperation: (item: Item) => SearchableOperation,
): Item[] {
  const indexed = items.map((item) => toIndexed(item, toOperation(item)));
  const words = [...new Set(wordsOf(text))];
  const plain = text.trim().toLowerCase();
  if (words.length === 0)
    return indexed.flatMap((one) => (one.text.includes(plain) ? one.item : []));
  const found = words.map((word) => weigh(indexed, word));
  return indexed
    .map(({ item }, index) => {
      const weights = found.map((each) => each[index] ?? 0);
      const hits = weights.filter((weight) => weight > 0).length;
      return { item, hits, score: weights.reduce((sum, weight) => sum + weight, 0) };
    })
    .filter(({ hits }) => hits > 0 && hits * 2 >= words.length)
    .toSorted((a, b) => b.score - a.score)
    .map(({ item }) => item);
}

/** The weight of a word in each item; the rarer it is, the heavier. */
function weigh<Item>(indexed: readonly Indexed<Item>[], word: string): number[] {
  const weights = indexed.map(({ words }) => words.get(word) ?? beginningWith(words, word) / 2);
  const holders = weights.filter((weight) => weight > 0).length;
  const rarity = Math.log(1 + indexed.length / Math.max(1, holders));
  return weights.map((weight) => weight * rarity);
}

function beginningWith(words: ReadonlyMap<string, number>, beginning: string): number {
  if (beginning.length < 3) return 0;
  let most = 0;
  for (const [word, weight] of words) {
    if (weight > most && word.startsWith(beginning)) most = weight;
  }
  return most;
}

function toIndexed<Item>(item: Item, operation: SearchableOperation): Indexed<Item> {
  const { names, method, paths, tags, title } = operation;
  const description = operation.description.slice(0, MAX_DESCRIPTION);
  const parts: [number, readonly string[]][] = [
    [NAME, names],
    [PATH, [...paths, method]],
    [TAG, tags],
    [TITLE, [title]],
    [DESCRIPTION, [description]],
  ];
  const words = new Map<string, number>();
  for (const [weight, texts] of parts) {
    for (const word of texts.flatMap(wordsOf)) {
      words.set(word, Math.max(weight, words.get(word) ?? 0));
    }
  }
  const text = parts.flatMap(([, texts]) => texts).join('\n');
  return { item, text: text.toLowerCase(), words };
}

function wordsOf(text: string): string[] {
  return toWords(text).map(toSingular);
}
