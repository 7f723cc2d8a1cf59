import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';
import { loadDocument } from '#app/drafts/documents/document-store.server.ts';
import type { RestorePoint } from '#app/drafts/restore-points.ts';

import type { TurnDiff } from './turn-diff.ts';

/**
 * Compares the point that the turn of an answer made with the one before it; null where it made none, for it
 * changed nothing.
 */
export async function diffTurn(
  bucket: R2Bucket,
  points: readonly RestorePoint[],
  answer: string,
): Promise<TurnDiff | null> {
  const at = points.findLastIndex(({ by, message }) => by === 'turn' && message === answer);
  const [from, to] = [points[at - 1], points[at]];
  if (from === undefined || to === undefined) return null;
  const [before, after] = await Promise.all([
    loadDocument(bucket, 'blueprints', from.blueprint),
    loadDocument(bucket, 'blueprints', to.blueprint),
  ]);
  const { parts, ...tools } = countDifferences(before, after);
  const isSame = parts.length === 0 && Object.values(tools).every((count) => count === 0);
  return isSame ? null : { from: from.number, to: to.number, ...tools, parts };
}

function countDifferences(before: Blueprint, after: Blueprint): Omit<TurnDiff, 'from' | 'to'> {
  const { tools, parts } = diffBlueprints(before, after);
  const names = new Set(tools.renamed.map(({ to }) => to));
  return {
    added: tools.added.length,
    removed: tools.removed.length,
    renamed: tools.renamed.length,
    changed: tools.changed.filter(({ name }) => !names.has(name)).length,
    parts,
  };
}
