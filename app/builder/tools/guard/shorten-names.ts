/** Names that a question holds. */
const MAX_NAMED = 20;

/** All names, as long as a person can read them. */
export function shortenNames(names: readonly string[]): string {
  const left = names.length - MAX_NAMED;
  const shown = names.slice(0, MAX_NAMED).join(', ');
  return left > 0 ? `${shown} and ${left} more` : shown;
}
