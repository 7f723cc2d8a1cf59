/** A place in a text that moves on as the text is read. */
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

  /** Reads what a sticky pattern matches here; empty where it matches nothing. */
  protected take(pattern: RegExp): string {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text)?.[0] ?? '';
    this.at += found.length;
    return found;
  }
}
