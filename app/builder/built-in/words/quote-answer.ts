const MAX_SHOWN = 1_500;

/** Text of somebody else as a block of Markdown that it cannot leave. */
export function quoteAnswer(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  const longest = Math.max(2, ...(shown.match(/`{3,}/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${shown.toWellFormed()}\n${fence}`;
}
