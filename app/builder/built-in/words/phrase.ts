import type { Token } from './tokens.ts';

/** What the slots of a phrase stood for. */
export type Slots = Record<string, Token[]>;

type Part =
  | { kind: 'word'; words: Set<string> }
  | { kind: 'optional'; parts: Part[] }
  | { kind: 'either'; choices: Part[][] }
  | { kind: 'slot'; name: string };

/** A small grammar: `rename|call [tool] <from> (to / into) <to>`. */
export interface Phrase {
  parts: Part[];
  /** Of each of these lists a word has to be there: most sentences are told apart by that. */
  needed: string[][];
}

/** Words that say nothing; a phrase passes over them. */
const FILLER = new Set(
  'the a an my our your this that please just also now simply kindly , : so ok thanks then too'.split(
    ' ',
  ),
);
/** Steps of one comparison: more than any sentence of a person needs. */
const MAX_STEPS = 20_000;
/** Ways to see one clause as one phrase that are tried. */
const MAX_READINGS = 12;

/**
 * Reads a phrase: words, `a|b` for either word, `[…]` for what may be missing, `(… / …)` for one of
 * several ways to say it, `<name>` for one word or more that it leaves open.
 */
export function toPhrase(text: string): Phrase {
  const terms = text.match(/<\w+>|[[\]()]|[^\s[\]()]+/g) ?? [];
  const [parts, end] = readParts(terms, 0);
  if (end !== terms.length) throw new Error(`The phrase "${text}" is not closed.`);
  const needed = parts.flatMap((part) => (part.kind === 'word' ? [[...part.words]] : []));
  return { parts, needed };
}

function readParts(terms: readonly string[], from: number): [Part[], number] {
  const parts: Part[] = [];
  let at = from;
  for (; at < terms.length; at += 1) {
    const term = terms[at] ?? '';
    if (term === ']' || term === ')' || term === '/') break;
    if (term === '[') {
      const [inner, end] = readParts(terms, at + 1);
      parts.push({ kind: 'optional', parts: inner });
      at = end;
    } else if (term === '(') {
      const choices: Part[][] = [];
      do {
        const [inner, end] = readParts(terms, at + 1);
        choices.push(inner);
        at = end;
      } while (terms[at] === '/');
      parts.push({ kind: 'either', choices });
    } else if (term.startsWith('<')) {
      parts.push({ kind: 'slot', name: term.slice(1, -1) });
    } else {
      parts.push({ kind: 'word', words: new Set(term.split('|')) });
    }
  }
  return [parts, at];
}

/** What the slots stand for, to whoever reads them; null goes on with the next way to see it. */
type Accept<Read> = (slots: Slots) => Read | null;

/**
 * Reads a clause that is such a phrase from its beginning to its end; null where it is none, or where
 * nobody makes sense of what the slots stand for.
 */
export function matchPhrase<Read>(
  phrase: Phrase,
  tokens: readonly Token[],
  accept: Accept<Read>,
): Read | null {
  const words = wordsOf(tokens);
  if (!phrase.needed.every((choices) => choices.some((word) => words.has(word)))) return null;
  let asked = 0;
  return new Comparison<Read>(tokens).follow(phrase.parts, 0, {}, (at, slots) => {
    if (asked >= MAX_READINGS || !tokens.slice(at).every(isFiller)) return null;
    asked += 1;
    return accept(slots);
  });
}

const known = new WeakMap<readonly Token[], Set<string>>();

function wordsOf(tokens: readonly Token[]): Set<string> {
  const words = known.get(tokens) ?? new Set(tokens.map(({ word }) => word));
  known.set(tokens, words);
  return words;
}

type Next<Read> = (at: number, slots: Slots) => Read | null;

class Comparison<Read> {
  readonly #tokens: readonly Token[];
  #steps = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  follow(parts: readonly Part[], at: number, slots: Slots, next: Next<Read>): Read | null {
    const [part, ...rest] = parts;
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) return null;
    if (!part) return next(at, slots);
    const after: Next<Read> = (end, found) => this.follow(rest, end, found, next);
    switch (part.kind) {
      case 'word':
        return this.#followWord(part.words, at, slots, after);
      case 'optional':
        return this.follow(part.parts, at, slots, after) ?? after(at, slots);
      case 'either':
        for (const choice of part.choices) {
          const found = this.follow(choice, at, slots, after);
          if (found) return found;
        }
        return null;
      case 'slot':
        return this.#followSlot(part.name, at, slots, after);
    }
  }

  #followWord(words: Set<string>, at: number, slots: Slots, after: Next<Read>): Read | null {
    for (let index = at; index < this.#tokens.length; index += 1) {
      const token = this.#tokens[index];
      if (!token) return null;
      if (token.word !== '' && words.has(token.word)) return after(index + 1, slots);
      if (!isFiller(token)) return null;
    }
    return null;
  }

  #followSlot(name: string, at: number, slots: Slots, after: Next<Read>): Read | null {
    for (let end = at + 1; end <= this.#tokens.length; end += 1) {
      const found = after(end, { ...slots, [name]: this.#tokens.slice(at, end) });
      if (found) return found;
    }
    return null;
  }
}

function isFiller(token: Token): boolean {
  return FILLER.has(token.word);
}
