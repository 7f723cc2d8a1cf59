import { rootKeys } from './root-keys.ts';
import { rootLines } from './root-lines.ts';

/** The beginning of a text as formats look at it: what all of them ask for is found once. */
export class TextStart {
  /** The text without the blanks before it. */
  readonly source: string;
  #keys: ReadonlySet<string> | null = null;
  #lines: readonly string[] | null = null;

  constructor(text: string) {
    this.source = text.trimStart();
  }

  /** Whether it begins as an object of JSON, or a mapping of YAML in braces. */
  get isObject(): boolean {
    return this.source.startsWith('{');
  }

  /** Keys of the object that it begins with; none where it begins with anything else. */
  get keys(): ReadonlySet<string> {
    this.#keys ??= this.isObject ? rootKeys(this.source) : new Set();
    return this.#keys;
  }

  /** Whether it is YAML, one of whose lines matches; those that are indented are not looked at. */
  hasLine(mark: RegExp): boolean {
    if (this.isObject) return false;
    this.#lines ??= rootLines(this.source);
    return this.#lines.some((line) => mark.test(line));
  }
}
