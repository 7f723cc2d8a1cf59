/** A position in a text; lines and columns start at 1. */
export interface Position {
  line: number;
  column: number;
}

/** Line and column of an offset, both starting at 1. */
export function positionOf(source: string, offset: number): Position {
  const before = source.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
