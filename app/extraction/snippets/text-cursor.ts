/** A position in a text that advances while reading. */
export class TextCursor {
  protected readonly text: string;
  /** Offset of the next character. */
  at: number;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** The next character; empty at the end. */
  protected peek(): string {
    return this.text.charAt(this.at);
  }

  /** Consumes the match of a sticky pattern; empty if it does not match. */
  protected take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}
