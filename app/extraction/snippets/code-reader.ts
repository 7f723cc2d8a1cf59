import { plainText } from './code.ts';
import type { Code } from './code.ts';
import { StringReader } from './string-reader.ts';
import { TextCursor } from './text-cursor.ts';

const MAX_DEPTH = 40;
/** Maximum length of one expression, and of skipped text in it. */
const MAX_LENGTH = 30_000;
const FUEL = 25_000;
const SPACE = /(?:\s|\/\/[^\n]*|\/\*(?:[^*]|\*(?!\/)){0,2000}\*\/|#(?=[\s!])[^\n]*)*/y;
const BLANK = /[ \t]*/y;
const NUMBER = /-?(?:0x[\da-f]+|\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?)[nLfFdD]?/iy;
const QUOTE = /(?:[fFrRbBuU]{1,2}|[$@]{1,2})?("""|'''|["'`])/y;
const WORD =
  /(?:\\?[A-Z]\w*\\)*[A-Za-z_$][\w$]*(?:(?:\?\.|\.|::|->)[A-Za-z_$#][\w$]*)*(?:!(?=[.)]))?/y;
const GENERIC = /<[^<>()\n;]{0,80}(?:<[^<>()\n]{0,80}>)?[^<>()\n;]{0,40}>(?=\()/y;
const FUNCTION = /^(?:function|async|lambda|class|func|fun|fn|def|switch|match)$/;
const PREFIX =
  /(?:(?:await|new|typeof|return|yield|go|defer)\b[ \t\n]*|[!&+-](?=[A-Za-z_$({])|\.\.\.|\*\*?(?=[A-Za-z_]))/y;
const CONSTANTS = new Map<string, boolean | null>([
  ['true', true],
  ['True', true],
  ['false', false],
  ['False', false],
  ['null', null],
  ['None', null],
  ['undefined', null],
  ['nil', null],
]);

/** Parses the expression at an offset; null if there is none that can be read. */
export function readCode(text: string, at: number): { code: Code; end: number } | null {
  const reader = new CodeReader(text, at);
  const code = reader.expression();
  return code ? { code, end: reader.at } : null;
}

class CodeReader extends TextCursor {
  readonly #stop: number;
  #depth = 0;
  /** Budget of skipped text; nothing is read once it is used up. */
  #fuel = FUEL;

  constructor(text: string, at: number) {
    super(text, at);
    this.#stop = at + MAX_LENGTH;
  }

  expression(): Code | null {
    if (this.#depth > MAX_DEPTH) this.#fuel = 0;
    if (this.#fuel <= 0 || this.at > this.#stop) return null;
    this.take(SPACE);
    const start = this.at;
    let code = this.#primary();
    while (code) {
      const before = this.at;
      this.take(this.#depth > 0 ? SPACE : BLANK);
      if (this.#depth === 0 && /^\n[ \t]*[.+]/.test(this.text.slice(this.at, this.at + 40)))
        this.take(SPACE);
      const chained = this.#chain(code) ?? this.#operator(code, start);
      if (chained === null) {
        this.at = Math.max(before, this.at);
        break;
      }
      code = chained;
    }
    return code;
  }

  /** `.json()` after a call or a text. */
  #chain(on: Code): Code | null {
    if (!/^(?:\.|\?\.|->)[A-Za-z_$]/.test(this.text.slice(this.at, this.at + 4))) return null;
    const start = this.at;
    this.take(/\.|\?\.|->/y);
    const name = this.take(WORD);
    if (this.peek() !== '(') return { kind: 'call', name, args: [], named: [], on, start };
    return this.#call(name, on, start);
  }

  #operator(left: Code, start: number): Code | null {
    const rest = this.text.slice(this.at, this.at + 12);
    const operator =
      /^(?:\|\||\?\?|or\b|\+(?!\+|=)|\.(?=\s*["'$])|%(?!=)|as\b|satisfies\b|if\b|["'`f])/.exec(
        rest,
      )?.[0];
    if (operator === undefined) return this.#other(left, start, rest);
    const isJoin = operator === '+' || operator === '.';
    if (isJoin || /["'`f]/.test(operator)) {
      // Adjacent strings are concatenated in Python, within brackets.
      if (!isJoin && (left.kind !== 'text' || this.#depth === 0 || !/^f?["'`]/.test(rest)))
        return null;
      if (isJoin) this.at += 1;
      this.take(SPACE);
      const right = this.#primary();
      return right
        ? { kind: 'join', parts: left.kind === 'join' ? [...left.parts, right] : [left, right] }
        : null;
    }
    if (operator === 'as' || operator === 'satisfies') {
      this.take(/(?:as|satisfies)\s+[\w.<>[\]| ]+/y);
      return left;
    }
    if (operator === '%' && left.kind === 'text') {
      this.at += 1;
      this.take(SPACE);
      const right = this.#primary();
      return { kind: 'call', name: '%', args: right ? [right] : [], named: [], on: left, start };
    }
    this.at += operator.length;
    if (operator === 'if' || operator === '%') return this.#skip(start);
    const right = this.expression();
    return { kind: 'either', options: right ? [left, right] : [left] };
  }

  /** Comparisons, conditions and arithmetic are skipped. */
  #other(left: Code, start: number, rest: string): Code | null {
    if (left.kind === 'opaque' && left.end === this.at && !/^[\w[(]/.test(rest)) return null;
    if (
      !/^(?:\?|[*/<>&|^-]|[!=]=|and\b|in\b|is\b|\[|\()/.test(rest) ||
      /^(?:=>|->|\/\/|\/\*)/.test(rest)
    )
      return null;
    return this.#skip(start);
  }

  #primary(): Code | null {
    this.take(/(?:\s)*/y);
    const start = this.at;
    for (let round = 0; round < 4 && this.take(PREFIX) !== ''; round += 1);
    const char = this.peek();
    if (char === '{') return this.#object();
    if (char === '[') return this.#list(']');
    if (char === '(') return this.#group(start);
    const quoted = this.take(QUOTE);
    if (quoted !== '') return this.#string(quoted);
    const number = this.take(NUMBER);
    if (number !== '') return { kind: 'value', value: Number(number.replace(/_|[nLfFdD]$/g, '')) };
    const word = this.take(WORD);
    if (word === '') return null;
    if (FUNCTION.test(word)) return this.#skip(start);
    const constant = CONSTANTS.get(word.replace(/^\$/, ''));
    if (constant !== undefined) return { kind: 'value', value: constant };
    this.take(GENERIC);
    if (/^[ \t]*=>/.test(this.text.slice(this.at, this.at + 10))) return this.#skip(start);
    if (this.peek() === '(') return this.#call(word, null, start);
    const index = /\[\s*["']([\w.-]+)["']\s*\]/y;
    const named = this.take(index);
    return { kind: 'name', name: named === '' ? word : `${word}.${named.replace(/[^\w.-]/g, '')}` };
  }

  #call(name: string, on: Code | null, start: number): Code | null {
    const args: Code[] = [];
    const named: [string, Code][] = [];
    const isWhole = this.#items(')', () => {
      const key = /^([A-Za-z_]\w*)(?:\s*=(?![=>])|:(?=\s))/.exec(
        this.text.slice(this.at, this.at + 80),
      );
      if (key) this.at += key[0].length;
      const code = this.expression();
      if (code && key) named.push([key[1] ?? '', code]);
      else if (code) args.push(code);
      return code !== null;
    });
    return isWhole ? { kind: 'call', name, args, named, on, start } : null;
  }

  #object(): Code | null {
    const entries: [string, Code][] = [];
    const isWhole = this.#items('}', () => this.#entry(entries));
    return isWhole ? { kind: 'object', entries } : null;
  }

  #entry(entries: [string, Code][]): boolean {
    const spread = this.take(/\.\.\.|\*\*/y);
    if (spread !== '') return this.expression() !== null;
    const key =
      /^(?:"([^"\n]{0,200})"|'([^'\n]{0,200})'|([A-Za-z_$][\w$-]*)|(\d+))\s*(:|=>|=(?!=)|(?=[,}\n]))/.exec(
        this.text.slice(this.at, this.at + 220),
      );
    if (!key) return false;
    this.at += key[0].length;
    const name = key[1] ?? key[2] ?? key[3] ?? key[4] ?? '';
    const code = key[5] === '' ? { kind: 'name' as const, name } : this.expression();
    if (code) entries.push([name, code]);
    return code !== null;
  }

  #list(close: ']' | ')'): Code | null {
    const items: Code[] = [];
    const entries: [string, Code][] = [];
    const isWhole = this.#items(close, () => {
      const code = this.expression();
      this.take(SPACE);
      // PHP's arrays with keys.
      if (code?.kind === 'text' && this.take(/=>/y) !== '') {
        const value = this.expression();
        if (value) entries.push([plainText(code), value]);
        return value !== null;
      }
      if (code) items.push(code);
      return code !== null;
    });
    if (!isWhole) return null;
    return entries.length > 0 ? { kind: 'object', entries } : { kind: 'list', items };
  }

  /** `(a)`, a tuple, or the arguments of a function. */
  #group(start: number): Code | null {
    const list = this.#list(')');
    if (list === null && this.#fuel <= 0) return null;
    if (list === null) {
      this.at = start;
      return this.#skip(start);
    }
    if (/^\s*(?::[^={(]{0,60})?(?:=>|->)/.test(this.text.slice(this.at, this.at + 80)))
      return this.#skip(start);
    return list.kind === 'list' && list.items.length === 1 ? (list.items[0] ?? list) : list;
  }

  /** Items between brackets, separated by commas; unreadable ones are skipped. */
  #items(close: string, read: () => boolean): boolean {
    this.#depth += 1;
    this.at += 1;
    for (let count = 0; count < 5_000 && this.#fuel > 0; count += 1) {
      this.take(SPACE);
      if (this.peek() === close) {
        this.at += 1;
        this.#depth -= 1;
        return true;
      }
      const before = this.at;
      if (!read()) {
        this.at = Math.max(before, this.at);
        if (this.#skip(before) === null) return false;
      }
      this.take(SPACE);
      const next = this.peek();
      if (next === ',' || next === ';') this.at += 1;
      else if (next !== close && this.at === before) return false;
      else if (next !== close && !/["'\w]/.test(next) && this.#skip(before) === null) return false;
    }
    return false;
  }

  /** Skips to the next comma or bracket of this depth. */
  #skip(start: number): Code | null {
    let depth = 0;
    const from = this.at;
    for (; this.#fuel > 0 && this.at < Math.min(this.text.length, this.#stop); this.at += 1) {
      const char = this.peek();
      if ('"\'`'.includes(char)) {
        this.take(
          char === '`'
            ? /`(?:[^`\\]|\\.)*/sy
            : char === '"'
              ? /"(?:[^"\\\n]|\\.)*/y
              : /'(?:[^'\\\n]|\\.)*/y,
        );
      } else if (char === '/' && this.text.charAt(this.at + 1) === '/') this.take(/\/\/[^\n]*/y);
      else if ('([{'.includes(char)) depth += 1;
      else if (')]}'.includes(char)) {
        if (depth === 0) break;
        depth -= 1;
      } else if (depth === 0 && (char === ',' || (this.#depth === 0 && /[\n;]/.test(char)))) break;
    }
    this.#fuel -= this.at - from;
    return this.at > start && depth === 0 && this.#fuel > 0
      ? { kind: 'opaque', start, end: this.at }
      : null;
  }

  #string(opened: string): Code | null {
    const reader = new StringReader(this.text, this.at, this.#stop);
    const code = reader.read(opened);
    this.at = reader.at;
    return code;
  }
}
