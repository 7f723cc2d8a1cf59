/** Names in one sentence; the rest is counted. */
const MAX_NAMED = 5;

/** Names in a sentence: the first five, and how many more there are. */
export function nameSome(names: readonly string[]): string {
  const rest = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
