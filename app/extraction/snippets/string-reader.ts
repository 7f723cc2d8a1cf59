import type { Code } from './code.ts';
import { TextCursor } from './text-cursor.ts';

/** Reads a string literal after its opening marks, with interpolations. */
export class StringReader extends TextCursor {
  readonly #stop: number;

  constructor(text: string, at: number, stop: number) {
    super(text, at);
    this.#stop = stop;
  }

  /** The string after its opening marks; null if it does not end. */
  read(opened: string): Code | null {
    const quote = /("""|'''|["'`])$/.exec(opened)?.[1] ?? '"';
    const isFilled = /^[fF$@rR]*[fF$]/.test(opened);
    const parts: (string | { expression: string })[] = [];
    let piece = '';
    const put = (expression: string) => {
      parts.push(piece, { expression: expression.replace(/^\$/, '').trim() });
      piece = '';
    };
    while (this.at < Math.min(this.text.length, this.#stop)) {
      if (this.text.startsWith(quote, this.at)) {
        this.at += quote.length;
        return { kind: 'text', parts: [...parts, piece] };
      }
      const char = this.peek();
      if (char === '\n' && quote.length === 1 && quote !== '`') return null;
      const filled = this.#filled(quote === '`', isFilled);
      if (filled !== null) put(filled);
      else if (char === '\\') piece += this.#escape();
      else {
        piece += char;
        this.at += isFilled && /^(?:\{\{|\}\})/.test(this.text.slice(this.at, this.at + 2)) ? 2 : 1;
      }
    }
    return null;
  }

  /** The interpolation at this place of a string: `${id}`, `{id}`, `#{id}`. */
  #filled(isTemplate: boolean, isFilled: boolean): string | null {
    const open = isTemplate ? /\$\{/y : isFilled ? /\{(?!\{)/y : /#\{|\$\{|\{(?=\$)/y;
    const before = this.at;
    if (this.take(open) === '') return null;
    const inner = this.take(/(?:[^{}\n]|\{[^{}\n]*\}){0,300}/y);
    if (this.peek() !== '}') {
      this.at = before;
      return null;
    }
    this.at += 1;
    return isFilled ? inner.replace(/(?:![rsa])?(?::[^:]*)?$/, '') : inner;
  }

  #escape(): string {
    const char = this.text.charAt(this.at + 1);
    this.at += 2;
    return char === 'n' ? '\n' : char === 't' ? '\t' : char === '\n' ? '' : char;
  }
}
