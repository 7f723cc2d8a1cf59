import { distance } from './edit-distance.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { ja } from './ja.ts';
import { nl } from './nl.ts';
import { pt } from './pt.ts';
import { zh } from './zh.ts';
import type { Sense, Vocabulary } from './vocabulary.ts';

const ALL: readonly Vocabulary[] = [en, de, fr, es, pt, it, nl, ja, zh];

/** Scripts without spaces between words: no word boundary is required. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
/**
 * Letters of words in scripts with spaces. Written out, because `\p{L}` at each of thousands of boundaries
 * takes most of a second to compile; a word beside Chinese or Japanese stands alone.
 */
const LETTER = String.raw`0-9A-Za-z_\u00c0-\u024f\u0370-\u1fff`;
/** A word of prose, not part of a path, a name or a pair. */
const WORD = /(?<![\p{L}\p{N}_./{-])\p{L}+(?![\p{L}\p{N}_/}=])/gu;
/** Share of a line's words that must be markers of a language before its words count. */
const MIN_MARKERS = 0.04;

/** English words that change what is built, long enough to be recognised with one wrong letter. */
const CORRECTED = (
  [
    'required',
    'optional',
    'default',
    'maximum',
    'minimum',
    'boolean',
    'integer',
    'string',
    'number',
    'remove',
    'rename',
  ] as const
).flatMap((sense) => (en.senses[sense] ?? []).filter((word) => /^[a-z]{6,12}$/.test(word)));

/** Words by meaning, as patterns, in the languages of a text. */
export class Lexicon {
  readonly languages: readonly string[];
  readonly #vocabularies: readonly Vocabulary[];
  readonly #patterns = new Map<string, RegExp>();
  readonly #sources = new Map<Sense, string>();
  #words: ReadonlySet<string> | undefined;
  #numbers: ReadonlyMap<string, number> | undefined;
  #numberWord: string | undefined;

  constructor(vocabularies: readonly Vocabulary[]) {
    this.#vocabularies = vocabularies;
    this.languages = vocabularies.map(({ language }) => language);
  }

  /** A pattern in which `<sense>` stands for any word of that meaning; flags `iu` and the given ones. */
  rx(template: string, flags = ''): RegExp {
    const key = `${flags}/${template}`;
    const known = this.#patterns.get(key);
    if (known) {
      known.lastIndex = 0;
      return known;
    }
    const source = template.replace(/<([a-z]\w+)>/gi, (_, sense: Sense) => this.#source(sense));
    const pattern = new RegExp(source, `iu${flags}`);
    this.#patterns.set(key, pattern);
    return pattern;
  }

  /** Whether a text contains a word of this meaning. */
  has(sense: Sense, text: string): boolean {
    return this.rx(`<${sense}>`).test(text);
  }

  /** Whether a text is exactly one word or phrase of this meaning. */
  is(sense: Sense, text: string): boolean {
    return this.rx(`^\\s*<${sense}>\\s*$`).test(text);
  }

  /** The text with common typos in its long words corrected; names in code stay. */
  corrected(text: string): string {
    return text.replace(/(?<![\w`"'/{.-])[a-z]{6,12}(?![\w`"'/}.(=-])/gi, (word) => {
      const lower = word.toLowerCase();
      if (this.#known().has(lower)) return word;
      return CORRECTED.find((right) => distance(lower, right) === 1) ?? word;
    });
  }

  /** The text with swapped neighbouring letters corrected; quoted text stays. */
  unswapped(text: string): string {
    const parts = text.split(/(`[^`\n]*`|"[^"\n]*"|“[^”\n]*”)/);
    const fix = (part: string) =>
      part.replace(
        /(?<![\p{L}\p{N}_`"'/{.=-])\p{L}{5,16}(?![\p{L}\p{N}_`"'/}(=-]|\.\w)/gu,
        (word) => (this.knows(word) ? word : (this.#unswap(word) ?? word)),
      );
    return parts.map((part, at) => (at % 2 === 0 ? fix(part) : part)).join('');
  }

  /** The only word of the vocabularies that a word becomes by swapping two neighbouring letters. */
  #unswap(word: string): string | null {
    const found = new Set<string>();
    for (let at = 0; at + 1 < word.length; at += 1) {
      const next = `${word.slice(0, at)}${word[at + 1]}${word[at]}${word.slice(at + 2)}`;
      if (next !== word && this.knows(next)) found.add(next);
    }
    const [only, ...others] = found;
    return only === undefined || others.length > 0 ? null : only;
  }

  /** Whether a word has a meaning. */
  knows(word: string): boolean {
    return this.#known().has(word.toLowerCase());
  }

  /** All words of the vocabularies, including numbers and markers. */
  #known(): ReadonlySet<string> {
    this.#words ??= new Set(
      this.#vocabularies.flatMap(({ senses, markers, numbers = {} }) => [
        ...Object.values(senses).flat(),
        ...markers,
        ...Object.keys(numbers),
      ]),
    );
    return this.#words;
  }

  /** The text with number words as digits, or only those of several words: "two hundred and fifty". */
  withDigits(text: string, areLong = false): string {
    this.#numbers ??= new Map(
      this.#vocabularies
        .flatMap(({ numbers: known }) => Object.entries(known ?? {}))
        .toSorted(([a], [b]) => b.length - a.length),
    );
    const numbers = this.#numbers;
    this.#numberWord ??= [...numbers.keys()].join('|');
    const word = this.#numberWord;
    const join = String.raw`(?:\s+|-|\s*<and>\s*)`;
    const said = String.raw`(?<![\p{L}\p{N}_\x60'"-])(?:${word})(?:${join}?(?:${word}))*(?![\p{L}\p{N}_\x60'"-])`;
    return text.replace(this.rx(said, 'g'), (all, at: number) => {
      if (areLong && !/[\s-]/.test(all)) return all;
      const isRange = this.rx(String.raw`<between>\s+$`).test(text.slice(0, at));
      const parts = all.split(this.rx(isRange ? String.raw`(\s*<and>\s*)` : '(?!)'));
      const values = (part: string) =>
        (part.match(this.rx(word, 'g')) ?? []).map((each) => numbers.get(each.toLowerCase()) ?? 0);
      return parts.map((part, index) => (index % 2 ? part : compose(values(part)))).join('');
    });
  }

  #source(sense: Sense): string {
    const known = this.#sources.get(sense);
    if (known !== undefined) return known;
    const phrases = this.#vocabularies.flatMap(({ senses }) => senses[sense] ?? []);
    const source = toSource(phrases);
    this.#sources.set(sense, source);
    return source;
  }
}

/**
 * Combines "two hundred and fifty", "fünfundzwanzig" into one number; others stay separate: "two three".
 */
function compose(values: readonly number[]): string {
  const numbers: number[] = [];
  for (const [index, value] of values.entries()) {
    const last = numbers.at(-1) ?? 0;
    const before = values[index - 1] ?? 0;
    const isFactor = value >= 100 && last % value !== 0 && last < value;
    const isTail = before >= 20 && value < before && (before >= 100 || value < 10);
    const isReversed = before < 10 && value >= 20 && value < 100;
    if (index > 0 && isFactor) numbers.push((numbers.pop() ?? 1) * value);
    else if (index > 0 && (isTail || isReversed)) numbers.push((numbers.pop() ?? 0) + value);
    else numbers.push(value);
  }
  return numbers.join(' ');
}

/** One pattern for all phrases; those that begin and end with a letter share their boundaries. */
function toSource(phrases: readonly string[]): string {
  const longestFirst = [...new Set(phrases)].toSorted((a, b) => b.length - a.length);
  const isWord = (phrase: string) =>
    /^[\p{L}\p{N}].*[\p{L}\p{N}*]$|^[\p{L}\p{N}]$/u.test(phrase) && !UNSPACED.test(phrase);
  const words = longestFirst.filter(isWord).map(toPattern);
  const others = longestFirst.filter((phrase) => !isWord(phrase)).map(toPattern);
  const whole = `(?<![${LETTER}])(?:${words.join('|')})(?![${LETTER}])`;
  const parts = [...others, ...(words.length > 0 ? [whole] : [])];
  return parts.length === 0 ? '(?!)' : `(?:${parts.join('|')})`;
}

function toPattern(phrase: string): string {
  const body = phrase
    .replace(/\*$/, '')
    .replace(/[.*+?^${}()|[\]\\/]/g, String.raw`\$&`)
    .replace(/'/g, "['’]")
    .replace(/\s+/g, String.raw`\s+`);
  return phrase.endsWith('*') ? `${body}[${LETTER}]*` : body;
}

/** Words that do not indicate another language. */
const ENGLISH = new Set(Object.values(en.senses).flat());

const lexicons = new Map<string, Lexicon>();

/** The lexicon for a text: English, and each language that it is written in. */
export function lexiconFor(text: string): Lexicon {
  const used = ALL.filter((vocabulary) => vocabulary === en || isWrittenIn(text, vocabulary));
  const key = used.map(({ language }) => language).join();
  const known = lexicons.get(key) ?? new Lexicon(used);
  lexicons.set(key, known);
  return known;
}

/** First words of short commands. */
const ORDERS = ['remove', 'rename', 'undo', 'redo', 'add'] as const;

/** One line is enough: a German sentence may precede a long document. */
function isWrittenIn(text: string, { markers, senses }: Vocabulary): boolean {
  const prose = text.slice(0, 5_000).toLowerCase();
  if (markers.some((marker) => UNSPACED.test(marker))) {
    return [...markers, ...(senses.undo ?? []), ...(senses.redo ?? [])].some((marker) =>
      prose.includes(marker),
    );
  }
  const known = new Set(markers);
  const orders = new Set(ORDERS.flatMap((order) => senses[order] ?? []));
  return prose.split('\n').some((line) => {
    const words = line.match(WORD) ?? [];
    const [first = ''] = words;
    if (words.length < 8 && first.length > 4 && orders.has(first) && !ENGLISH.has(first))
      return true;
    const count = words.filter((word) => known.has(word)).length;
    return count > 1 ? count / words.length >= MIN_MARKERS : count === 1 && words.length <= 12;
  });
}
