import type { ShownDelta } from '#app/chat/chat-parts.ts';

/** Sentences and ids that are shown before the rest is only counted. */
const SHOWN = 4;

/** Summarizes the changes of a turn in one line; null if it changed nothing. */
export function changeWords(changed: readonly string[]): string | null {
  if (changed.length === 0) return null;
  const left = changed.length - SHOWN;
  // One more takes no more room than saying so.
  if (left <= 1) return changed.join(' ');
  return `${changed.slice(0, SHOWN).join(' ')} And ${left} more.`;
}

/** How the report's findings changed: one line for those that are gone, one for those that came. */
export function findingWords({
  fixed,
  broken,
  titles = {},
}: Pick<ShownDelta, 'fixed' | 'broken' | 'titles'>): {
  fixed: string | null;
  broken: string | null;
} {
  const named = (ids: readonly string[]) => ids.map((id) => titles[id] ?? id);
  return { fixed: count(named(fixed), 'fewer'), broken: count(named(broken), 'more') };
}

function count(names: readonly string[], word: string): string | null {
  if (names.length === 0) return null;
  const shown = names.length > SHOWN ? [...names.slice(0, SHOWN), '…'] : names;
  return `${names.length} ${names.length === 1 ? 'finding' : 'findings'} ${word}: ${shown.join(', ')}`;
}
