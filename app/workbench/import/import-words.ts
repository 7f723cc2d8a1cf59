import type { ApiImport, ImportChanges, ToolImport } from '#app/blueprint/import/import-changes.ts';
import { formatCount } from '#app/platform/locale/reader-locale.ts';

const ASPECTS: Record<string, string> = {
  answer: 'result',
  deprecation: 'deprecation',
  request: 'request and parameters',
};

/** Names the aspects of a part for people: `description, request and parameters`. */
export function nameAspects(aspects: readonly string[]): string {
  return aspects.map((aspect) => ASPECTS[aspect] ?? aspect).join(', ');
}

/** Describes in words what becomes of a part, and what of it stays as it was edited. */
export function describeImport({ change, aspects, kept }: ToolImport | ApiImport): string {
  const own = kept.length > 0 ? `Your ${nameAspects(kept)} stays.` : '';
  switch (change) {
    case 'added':
      return 'New in the document.';
    case 'removed':
      return 'No longer in the document.';
    case 'changed':
      return `Changes: ${nameAspects(aspects)}. ${own}`.trim();
    case 'kept':
      return own || 'No longer in the document, but edited or used here, so it stays.';
  }
}

/** Counts what an import does: `2 new, 3 changed, 1 removed`. */
export function countChanges({ tools }: Pick<ImportChanges, 'tools'>): string {
  const count = (kind: ToolImport['change']) =>
    tools.filter(({ change }) => change === kind).length;
  const parts: [number, string][] = [
    [count('added'), 'new'],
    [count('changed'), 'changed'],
    [count('removed'), 'removed'],
    [count('kept'), 'kept as edited here'],
  ];
  const said = parts.flatMap(([number, what]) =>
    number === 0 ? [] : `${formatCount(number)} ${what}`,
  );
  return said.join(', ');
}
