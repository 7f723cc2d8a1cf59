import type { EndpointSketch } from '#app/extraction/reading/sketch.ts';

/** A part of a text: from its first character to the one after its last. */
export type Span = readonly [start: number, end: number];

/** Endpoints in one notation, their positions, and the spans that were understood. */
export interface Found {
  endpoints: { at: number; sketch: EndpointSketch }[];
  spans: Span[];
}

/** The text with parts replaced by spaces; line breaks stay, so offsets remain valid. */
export function blankSpans(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const [start, end] of spans.toSorted((a, b) => a[0] - b[0])) {
    if (end <= at) continue;
    const from = Math.max(at, start);
    pieces.push(text.slice(at, from), text.slice(from, end).replace(/[^\n]/g, ' '));
    at = end;
  }
  pieces.push(text.slice(at));
  return pieces.join('');
}

/** End of the line at an offset, without its line break. */
export function lineEnd(text: string, at: number): number {
  const found = text.indexOf('\n', at);
  return found === -1 ? text.length : found;
}

/** Start of the line at an offset. */
export function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1;
}

/** The lines of a text with their offsets. */
export function linesOf(text: string): { text: string; at: number }[] {
  let at = 0;
  return text.split('\n').map((line) => {
    const placed = { text: line, at };
    at += line.length + 1;
    return placed;
  });
}
