/** Replaces a text by spaces: the same length, line breaks kept. */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

/** Replaces a part of a text by spaces. */
export function blankSpan(text: string, start: number, end: number): string {
  return `${text.slice(0, start)}${blank(text.slice(start, end))}${text.slice(end)}`;
}
