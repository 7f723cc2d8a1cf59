/**
 * Whether a text can stand in a header: in ASCII (RFC 9110, 5.5), without line breaks and control characters.
 * Runtimes disagree about any other character, and one of them writes the whole value to its log.
 */
export function isHeaderText(text: string): boolean {
  return /^[\t\x20-\x7E]*$/.test(text);
}
