/** Blanks a text out: the same length, line breaks kept. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Blanks a part of a text out. */
export function blankSpan(text: string, start: number, end: number): string {
  return `${text.slice(0, start)}${blank(text.slice(start, end))}${text.slice(end)}`;
}
