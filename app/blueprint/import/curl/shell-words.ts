import { markPlaceholder } from './placeholders.ts';

/** One command of a script, as a shell would hand it to the program. */
export interface ShellCommand {
  words: string[];
  /** What the comments right above it say, or null. */
  comment: string | null;
  /** Line on which it begins, from 1. */
  line: number;
}

const ESCAPES: Record<string, string> = {
  a: '\u0007',
  b: '\b',
  e: '\u001B',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/**
 * Cuts a script into commands and words by the rules of bash (quotes, `$'…'`, backslashes, continued
 * lines, comments), running nothing. What a variable would hold is a placeholder, unless the script
 * itself sets it. The way in which browsers copy commands for Windows (`^"`) is read too.
 */
export function readShellWords(script: string): ShellCommand[] {
  return new ShellReader(toBash(script)).read();
}

/** As bash reads it: browsers write commands for cmd.exe with a caret before each quote. */
function toBash(script: string): string {
  const text = script
    .replace(/\r\n?/g, '\n')
    // Fences of Markdown and prompts are copied along.
    .replace(/^\s*```.*$/gm, '')
    .replace(/^[ \t]*[$%>] (?=\S)/gm, '');
  if (!/\^\n|\^"/.test(text)) return text;
  return text
    .replace(/\^\n/g, '\\\n')
    .replace(/\^\\\^"/g, '\\"')
    .replace(/\^(.)/g, '$1');
}

class ShellReader {
  readonly #text: string;
  readonly #variables = new Map<string, string>();
  readonly #commands: ShellCommand[] = [];
  #at = 0;
  #words: string[] = [];
  /** The word being read; null between words. */
  #word: string | null = null;
  #comments: string[] = [];
  #start = 0;
  /** Lines are counted up to here. */
  #counted = { at: 0, line: 1 };

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellCommand[] {
    while (this.#at < this.#text.length) this.#step();
    this.#endCommand();
    return this.#commands;
  }

  #step(): void {
    const char = this.#text.charAt(this.#at);
    this.#at += 1;
    if (char === '\n') return this.#endLine();
    if (/\s/.test(char)) return this.#endWord();
    if (char === '#' && this.#word === null) return this.#readComment();
    if (char === '&' && this.#isInAddress()) return this.#append(char);
    if (char === ';' || char === '|' || char === '&') return this.#endCommand();
    if (this.#word === null && this.#words.length === 0) this.#start = this.#at - 1;
    if (char === "'") return this.#append(this.#until("'"));
    if (char === '"') return this.#readDoubleQuoted();
    if (char === '$') return this.#readDollar();
    if (char !== '\\') return this.#append(char);
    const next = this.#text.charAt(this.#at);
    this.#at += 1;
    if (next !== '\n') this.#append(next);
  }

  /** A shell would end the command here; who pastes an address without quotes means all of it. */
  #isInAddress(): boolean {
    const isAddress = /^https?:\/\/[^?]*\?/i.test(this.#word ?? '');
    return isAddress && /^[^\s&;|]/.test(this.#text.charAt(this.#at));
  }

  #endLine(): void {
    const isEmpty = this.#words.length === 0 && this.#word === null;
    this.#endCommand();
    // A blank line ends what a comment belongs to.
    if (isEmpty && this.#text.charAt(this.#at) === '\n') this.#comments = [];
  }

  #readComment(): void {
    const comment = this.#until('\n');
    this.#at -= this.#text.charAt(this.#at - 1) === '\n' ? 1 : 0;
    const text = comment.replace(/^#*\s*/, '').trim();
    if (this.#words.length === 0 && text !== '') this.#comments.push(text);
  }

  #readDoubleQuoted(): void {
    this.#append('');
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at);
      this.#at += 1;
      if (char === '"') return;
      if (char === '$') {
        this.#readVariable();
      } else if (char === '\\') {
        const next = this.#text.charAt(this.#at);
        this.#at += 1;
        if (next !== '\n') this.#append('$`"\\'.includes(next) ? next : `\\${next}`);
      } else {
        this.#append(char);
      }
    }
  }

  #readDollar(): void {
    if (this.#text.charAt(this.#at) !== "'") return this.#readVariable();
    this.#at += 1;
    this.#append('');
    while (this.#at < this.#text.length) {
      const char = this.#text.charAt(this.#at);
      this.#at += 1;
      if (char === "'") return;
      this.#append(char === '\\' ? this.#readEscape() : char);
    }
  }

  /** One escape of `$'…'` (bash, "ANSI-C Quoting"). */
  #readEscape(): string {
    const rest = this.#text.slice(this.#at, this.#at + 9);
    const code =
      /^x([\da-fA-F]{1,2})/.exec(rest) ??
      /^u([\da-fA-F]{1,4})/.exec(rest) ??
      /^U([\da-fA-F]{1,8})/.exec(rest);
    if (code) {
      this.#at += code[0].length;
      const point = Number.parseInt(code[1] ?? '0', 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : '\uFFFD';
    }
    const octal = /^[0-7]{1,3}/.exec(rest);
    if (octal) {
      this.#at += octal[0].length;
      return String.fromCodePoint(Number.parseInt(octal[0], 8));
    }
    this.#at += 1;
    const char = rest.charAt(0);
    return ESCAPES[char] ?? char;
  }

  #readVariable(): void {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const named = /^(?:\{([A-Za-z_]\w*)(?::?[-=?+][^}]*)?\}|([A-Za-z_]\w*))/.exec(rest);
    if (named) {
      this.#at += named[0].length;
      const name = named[1] ?? named[2] ?? '';
      return this.#append(this.#variables.get(name) ?? markPlaceholder(name));
    }
    const command = /^\([^()\n]*\)/.exec(rest);
    if (!command) return this.#append('$');
    this.#at += command[0].length;
    this.#append(markPlaceholder('value'));
  }

  #append(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #until(end: string): string {
    const found = this.#text.indexOf(end, this.#at);
    const stop = found === -1 ? this.#text.length : found;
    const text = this.#text.slice(this.#at, stop);
    this.#at = stop + 1;
    return text;
  }

  #endWord(): void {
    if (this.#word !== null) this.#words.push(this.#word);
    this.#word = null;
  }

  #endCommand(): void {
    this.#endWord();
    const words = this.#takeAssignments();
    if (words.length > 0) {
      const line = this.#lineOf(this.#start);
      const comment = this.#comments.length > 0 ? this.#comments.join(' ') : null;
      this.#commands.push({ words, comment, line });
      this.#comments = [];
    }
    this.#words = [];
  }

  #lineOf(offset: number): number {
    const between = this.#text.slice(this.#counted.at, offset);
    const line = this.#counted.line + between.split('\n').length - 1;
    this.#counted = { at: offset, line };
    return line;
  }

  /** `NAME=value` before a command, or by itself, sets a variable. */
  #takeAssignments(): string[] {
    const words = this.#words[0] === 'export' ? this.#words.slice(1) : [...this.#words];
    for (;;) {
      const set = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(words[0] ?? '');
      if (!set) return words;
      this.#variables.set(set[1] ?? '', set[2] ?? '');
      words.shift();
    }
  }
}
