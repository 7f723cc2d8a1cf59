/** An expression of JavaScript, TypeScript, Python and their like, as far as a request needs it. */
export type Code =
  /** A string; a piece in braces is an expression that is filled in. */
  | { kind: 'text'; parts: (string | { expression: string })[] }
  | { kind: 'value'; value: number | boolean | null }
  | { kind: 'object'; entries: [key: string, value: Code][] }
  | { kind: 'list'; items: Code[] }
  | { kind: 'name'; name: string }
  /** `on` is what a method of a chain is called on. */
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
  /** A function, a comparison and the like: where it stands. */
  | { kind: 'opaque'; start: number; end: number };

/** A string's own text, without what is filled in. */
export function plainText(code: Code): string {
  return code.kind === 'text' ? code.parts.filter((part) => typeof part === 'string').join('') : '';
}
