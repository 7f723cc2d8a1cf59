/** An expression of JavaScript, TypeScript, Python and similar languages, as far as a request needs it. */
export type Code =
  /** A string; a part in braces is an interpolated expression. */
  | { kind: 'text'; parts: (string | { expression: string })[] }
  | { kind: 'value'; value: number | boolean | null }
  | { kind: 'object'; entries: [key: string, value: Code][] }
  | { kind: 'list'; items: Code[] }
  | { kind: 'name'; name: string }
  /** `on` is the receiver of a chained method. */
  | {
      kind: 'call';
      name: string;
      args: Code[];
      named: [string, Code][];
      on: Code | null;
      start: number;
    }
  | { kind: 'join'; parts: Code[] }
  | { kind: 'either'; options: Code[] }
  /** A function, a comparison and the like, by position. */
  | { kind: 'opaque'; start: number; end: number };

/** A string's literal text, without interpolations. */
export function plainText(code: Code): string {
  return code.kind === 'text' ? code.parts.filter((part) => typeof part === 'string').join('') : '';
}
