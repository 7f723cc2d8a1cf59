import type { parse } from 'sucrase/dist/parser/index.js';
import { TokenType as tt } from 'sucrase/dist/parser/tokenizer/types.js';

/** A token as Sucrase's parser leaves it. */
export type Token = ReturnType<typeof parse>['tokens'][number];

const CLOSERS: ReadonlyMap<number, number> = new Map([
  [tt.parenL, tt.parenR],
  [tt.bracketL, tt.bracketR],
  [tt.braceL, tt.braceR],
  [tt.dollarBraceL, tt.braceR],
]);
const OPENERS: ReadonlySet<number> = new Set(CLOSERS.keys());
const ENDS: ReadonlySet<number> = new Set(CLOSERS.values());

/** Index of the bracket that closes the one at `open`; `open` itself where that opens nothing. */
export function closingIndex(tokens: readonly Token[], open: number): number {
  const first = tokens[open];
  if (first === undefined || !OPENERS.has(first.type)) return open;
  let depth = 0;
  for (let index = open; index < tokens.length; index += 1) {
    const type = tokens[index]?.type ?? tt.eof;
    if (OPENERS.has(type)) depth += 1;
    if (ENDS.has(type)) depth -= 1;
    if (depth === 0) return index;
  }
  return open;
}

/** Line and column of an offset, both from 1. */
export function positionOf(source: string, offset: number): { line: number; column: number } {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
