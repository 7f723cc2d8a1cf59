import { isSecretName, looksSecret } from '#app/blueprint/import/calls/credentials.ts';
import {
  markPlaceholder,
  withoutPlaceholderMarks,
} from '#app/blueprint/import/calls/placeholders.ts';

/** One command of a script, as a shell would pass it to the program. */
export interface ShellCommand {
  words: string[];
  /** Text of the comments directly above it, or null. */
  comment: string | null;
  /** Line on which it begins, from 1. */
  line: number;
}

/** Maximum growth of a script by variables, in characters: nested ones could fill the memory. */
const MAX_EXPANDED = 1_000_000;

const ESCAPES = new Map([
  ['a', '\u0007'],
  ['b', '\b'],
  ['e', '\u001B'],
  ['E', '\u001B'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);

/** Ends a piece of text outside quotes. */
const SPECIAL = /[\s'"$\\;|&#]/g;
const SPECIAL_QUOTED = /["$\\]/g;
const SPECIAL_DOLLAR = /['\\]/g;

/**
 * Cuts a script into commands and words by the rules of bash (quotes, `$'…'`, backslashes, continued
 * lines, comments), running nothing. What a variable would hold is a placeholder, unless the script
 * itself sets it to what is no secret. Prompts and fences that were copied along are passed over, and
 * the way in which browsers copy commands for Windows (`^"`) is read too.
 */
export function readShellWords(script: string): ShellCommand[] {
  return new ShellReader(toBash(withoutPlaceholderMarks(script))).read();
}

/** Browsers write commands for cmd.exe with a caret before each quote and at the end of lines. */
function toBash(script: string): string {
  const text = script.replace(/\r\n?/g, '\n');
  if (!/^[ \t]*curl(?:\.exe)?(?:[ \t]+-{1,2}[\w-]+){0,5}[ \t]+\^"/m.test(text)) return text;
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
  /** The pieces of the word being read; null between words. */
  #word: string[] | null = null;
  #isAddress = false;
  #comments: string[] = [];
  #start = 0;
  #expanded = 0;
  /** Lines are counted up to here. */
  #counted = { at: 0, line: 1 };

  constructor(text: string) {
    this.#text = text;
  }

  read(): ShellCommand[] {
    this.#skipDecoration();
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
    if (char !== '\\') return this.#append(char + this.#untilSpecial(SPECIAL));
    const next = this.#text.charAt(this.#at);
    this.#at += 1;
    if (next !== '\n') this.#append(next);
  }

  /** A shell would end the command here; for an unquoted address the whole address is meant. */
  #isInAddress(): boolean {
    if (this.#word === null) return false;
    this.#isAddress ||= /^https?:\/\/[^?]*\?/i.test(this.#word.join(''));
    return this.#isAddress && /^[^\s&;|]/.test(this.#text.charAt(this.#at));
  }

  #endLine(): void {
    const isEmpty = this.#words.length === 0 && this.#word === null;
    this.#endCommand();
    // A blank line ends what a comment belongs to.
    if (isEmpty && this.#text.charAt(this.#at) === '\n') this.#comments = [];
    this.#skipDecoration();
  }

  /** At the start of a line: a prompt, or a fence of Markdown. */
  #skipDecoration(): void {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const found = /^[ \t]*(?:```[^\n]*|[$%>] +(?=\S))/.exec(rest);
    if (found) this.#at += found[0].length;
  }

  #readComment(): void {
    const comment = this.#until('\n');
    if (this.#text.charAt(this.#at - 1) === '\n') this.#at -= 1;
    const text = comment.replace(/^#*\s*/, '').trim();
    if (this.#words.length === 0 && isSummary(text)) this.#comments.push(text);
  }

  #readDoubleQuoted(): void {
    this.#append('');
    while (this.#at < this.#text.length) {
      this.#append(this.#untilSpecial(SPECIAL_QUOTED));
      const char = this.#text.charAt(this.#at);
      this.#at += 1;
      if (char === '"') return;
      if (char === '$') {
        this.#readVariable();
      } else if (char === '\\') {
        const next = this.#text.charAt(this.#at);
        this.#at += 1;
        if (next !== '\n') this.#append('$`"\\'.includes(next) ? next : `\\${next}`);
      }
    }
  }

  #readDollar(): void {
    if (this.#text.charAt(this.#at) !== "'") return this.#readVariable();
    this.#at += 1;
    this.#append('');
    while (this.#at < this.#text.length) {
      this.#append(this.#untilSpecial(SPECIAL_DOLLAR));
      const char = this.#text.charAt(this.#at);
      this.#at += 1;
      if (char === "'") return;
      if (char === '\\') this.#append(this.#readEscape());
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
      return String.fromCodePoint(Number.parseInt(octal[0], 8) & 0xff);
    }
    this.#at += 1;
    const char = rest.charAt(0);
    return ESCAPES.get(char) ?? char;
  }

  #readVariable(): void {
    const rest = this.#text.slice(this.#at, this.#at + 200);
    const named = /^(?:\{(\w+)[^}\n]*\}|([A-Za-z_]\w*)|([\d@*#?]))/.exec(rest);
    if (named) {
      this.#at += named[0].length;
      const name = named[1] ?? named[2];
      return this.#append(name === undefined ? markPlaceholder('value') : this.#valueOf(name));
    }
    const command = /^\([^()\n]*\)/.exec(rest);
    if (!command) return this.#append('$');
    this.#at += command[0].length;
    this.#append(markPlaceholder('value'));
  }

  /** The value that the script gives a variable; possible secrets and long values are left open. */
  #valueOf(name: string): string {
    const value = this.#variables.get(name);
    if (value === undefined || isSecretName(name) || looksSecret(value)) {
      return markPlaceholder(name);
    }
    this.#expanded += value.length;
    return this.#expanded > MAX_EXPANDED ? markPlaceholder(name) : value;
  }

  #append(text: string): void {
    this.#word ??= [];
    if (text !== '') this.#word.push(text);
  }

  /** The text up to a special character, which remains to be read. */
  #untilSpecial(special: RegExp): string {
    special.lastIndex = this.#at;
    const stop = special.exec(this.#text)?.index ?? this.#text.length;
    const text = this.#text.slice(this.#at, stop);
    this.#at = stop;
    return text;
  }

  #until(end: string): string {
    const found = this.#text.indexOf(end, this.#at);
    const stop = found === -1 ? this.#text.length : found;
    const text = this.#text.slice(this.#at, stop);
    this.#at = stop + 1;
    return text;
  }

  #endWord(): void {
    if (this.#word !== null) this.#words.push(this.#word.join(''));
    this.#word = null;
    this.#isAddress = false;
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
    let first = this.#words[0] === 'export' ? 1 : 0;
    for (; first < this.#words.length; first += 1) {
      const set = /^([A-Za-z_]\w*)=([\s\S]*)$/.exec(this.#words[first] ?? '');
      if (!set) break;
      this.#variables.set(set[1] ?? '', set[2] ?? '');
    }
    return this.#words.slice(first);
  }
}

/** Whether a comment describes the command; one that is itself a command may contain a secret. */
function isSummary(text: string): boolean {
  if (text === '' || /\bcurl\b|\w=\S|:\/\/[^/\s]*@/.test(text)) return false;
  return !text.split(/\s+/).some(looksSecret);
}
