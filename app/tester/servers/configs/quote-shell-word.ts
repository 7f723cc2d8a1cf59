/** A word that a POSIX shell reads as this text; nothing in single quotes means anything to it. */
export function quoteShellWord(text: string): string {
  return /^[\w./:@=-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
