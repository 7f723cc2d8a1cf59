import type { ReportDelta } from '#app/builder/tools/report-delta.ts';

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
export function findingWords({ fixed, broken }: Pick<ReportDelta, 'fixed' | 'broken'>): {
  fixed: string | null;
  broken: string | null;
} {
  return { fixed: count(fixed, 'fewer'), broken: count(broken, 'more') };
}

function count(ids: readonly string[], word: string): string | null {
  if (ids.length === 0) return null;
  const named = ids.length > SHOWN ? [...ids.slice(0, SHOWN), '…'] : ids;
  return `${ids.length} ${ids.length === 1 ? 'finding' : 'findings'} ${word}: ${named.join(', ')}`;
}
