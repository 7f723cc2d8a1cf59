import type { JsonValue } from '#app/runtime/definition.ts';

export type TokenKind = 'word' | 'quote' | 'url' | 'path' | 'number' | 'json' | 'mark' | 'break';

/** A piece of a sentence. */
export interface Token {
  kind: TokenKind;
  /** As it is written; of a quotation, what stands inside. */
  text: string;
  /** In small letters, for words and marks; empty for what no grammar may read as a word. */
  word: string;
  /** The value of a number or of JSON. */
  value?: JsonValue;
  start: number;
  end: number;
}

const MAX_QUOTATION = 2_000;
const MAX_APOSTROPHES = 20;
const MAX_JSON = 10_000;
const MAX_JSON_DEPTH = 20;
/** JSON is looked for so many times at most, so that a text of braces costs no more than others. */
const MAX_JSON_TRIES = 20;

const SPACE = /[^\S\n]+/y;
const ADDRESS = /https?:\/\/(?:<[\w.-]{1,64}>|[^\s"'`<>|])+/iy;
/** An address that somebody wrote without its scheme. */
const BARE_ADDRESS =
  /(?:localhost|(?:[a-z\d-]+\.)+[a-z]{2,24})(?::\d{1,5})?\/(?:<[\w.-]{1,64}>|[^\s"'`<>|])*/iy;
const PATH = /\/(?:[\w{<:~.%-](?:<[\w.-]{1,64}>|[^\s"'`|,;()<>])*)?/y;
const NUMBER = /-?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?!\.?[\p{L}\p{N}_])/uy;
const WORD = /[\p{L}\p{M}\p{N}_$@]+(?:[.'’/-][\p{L}\p{M}\p{N}_$@]+)*(?:\[\])?/uy;
const ARROW = /(?:->|=>|<=|>=|→|≤|≥|–>)/y;
const BREAK = /[.!?…]+(?=\s|$)|;|\n/y;
const BULLET = /[^\S\n]*(?:[-*•–]|\d{1,3}[.)])[^\S\n]+/y;
const CLOSING: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '“': '”',
  '‘': '’',
  '«': '»',
};

/** Cuts a text into words, quotations, addresses, numbers, JSON and marks; in linear time. */
export function readTokens(text: string): Token[] {
  return new TokenReader(text).read();
}

class TokenReader {
  readonly #text: string;
  readonly #tokens: Token[] = [];
  #at = 0;
  #jsonTries = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): Token[] {
    this.#take(BULLET);
    while (this.#at < this.#text.length) {
      if (this.#take(SPACE) === null) this.#step();
    }
    return this.#tokens;
  }

  #step(): void {
    const from = this.#at;
    const end = this.#take(BREAK);
    if (end !== null) {
      const isBullet = end === '\n' && this.#take(BULLET) !== null;
      return this.#push('break', isBullet ? '•' : end, from);
    }
    const char = this.#text.charAt(from);
    if (CLOSING[char] !== undefined || char === '”' || char === '’' || char === '»') {
      return this.#readQuotation(char);
    }
    if ((char === '{' || char === '[') && this.#readJson()) return;
    if (this.#readAddress()) return;
    const arrow = this.#take(ARROW);
    if (arrow !== null) return this.#push('mark', arrow, from);
    const digits = this.#isBoundary(from) ? this.#take(NUMBER) : null;
    if (digits !== null) {
      this.#push('number', digits, from);
      const token = this.#tokens.at(-1);
      if (token) token.value = Number(digits.replaceAll(',', ''));
      return;
    }
    const word = this.#take(WORD);
    if (word !== null) return this.#push('word', word, from);
    this.#at += (this.#text.codePointAt(from) ?? 0) > 0xffff ? 2 : 1;
    this.#push('mark', this.#text.slice(from, this.#at), from);
  }

  #readAddress(): boolean {
    const from = this.#at;
    const form = this.#isBoundary(from)
      ? [ADDRESS, BARE_ADDRESS, PATH].find((each) => this.#take(each) !== null)
      : undefined;
    if (!form) return false;
    const written = trimAddress(this.#text.slice(from, this.#at));
    this.#at = from + written.length;
    if (form !== BARE_ADDRESS) {
      this.#push(form === PATH ? 'path' : 'url', written, from);
    } else {
      const scheme = written.startsWith('localhost') ? 'http' : 'https';
      this.#push('url', `${scheme}://${written}`, from);
    }
    return true;
  }

  /** What is quoted is one piece, unless it is an address or a call: those keep their meaning. */
  #readQuotation(char: string): void {
    const from = this.#at;
    this.#at += 1;
    const closing = CLOSING[char];
    if (closing === undefined || !this.#isBoundary(from)) return;
    const rest = this.#text.slice(this.#at, this.#at + MAX_QUOTATION);
    let end = rest.indexOf(closing);
    // An apostrophe inside a word closes nothing.
    const isInside = () => closing === "'" && /[\p{L}\p{N}]/u.test(rest.charAt(end + 1));
    for (let round = 0; end !== -1 && isInside(); round += 1) {
      end = round < MAX_APOSTROPHES ? rest.indexOf(closing, end + 1) : -1;
    }
    const inside = rest.slice(0, Math.max(end, 0));
    if (end === -1 || /\n\s*\n/.test(inside)) return;
    if (/^(?:https?:\/\/|\/|[A-Z]{3,7} )/.test(inside)) return;
    this.#at += end + 1;
    this.#push('quote', inside, from);
  }

  #readJson(): boolean {
    const from = this.#at;
    const length = this.#jsonTries < MAX_JSON_TRIES ? findJsonEnd(this.#text, from) : 0;
    this.#jsonTries += 1;
    if (length === 0) return false;
    const text = this.#text.slice(from, from + length);
    try {
      const value = JSON.parse(text) as JsonValue;
      this.#at += length;
      this.#tokens.push({ kind: 'json', text, word: '', value, start: from, end: this.#at });
      return true;
    } catch {
      return false;
    }
  }

  #isBoundary(at: number): boolean {
    return at === 0 || !/[\p{L}\p{N}_/}]/u.test(this.#text.charAt(at - 1));
  }

  #take(form: RegExp): string | null {
    form.lastIndex = this.#at;
    const found = form.exec(this.#text)?.[0];
    if (found === undefined || found === '') return null;
    this.#at += found.length;
    return found;
  }

  #push(kind: TokenKind, text: string, start: number): void {
    const isWord = kind === 'word' || kind === 'mark' || kind === 'number';
    const word = isWord ? text.toLowerCase().replaceAll('’', "'") : '';
    this.#tokens.push({ kind, text, word, start, end: this.#at });
  }
}

/** An address at the end of a sentence or in brackets does not own what closes them. */
function trimAddress(text: string): string {
  let end = text.length;
  for (; end > 1; end -= 1) {
    const last = text.charAt(end - 1);
    const isLoose = last === ')' && !text.slice(0, end).includes('(');
    if (!isLoose && !/[.,;:!?*…\]]/.test(last)) break;
  }
  return text.slice(0, end);
}

function findJsonEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + MAX_JSON);
  let depth = 0;
  let isText = false;
  for (let at = from; at < end; at += 1) {
    const char = text.charAt(at);
    if (isText) {
      if (char === '\\') at += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') {
      isText = true;
    } else if (char === '{' || char === '[') {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) return 0;
    } else if (char === '}' || char === ']') {
      depth -= 1;
      if (depth === 0) return at + 1 - from;
    }
  }
  return 0;
}
