import type { PointView } from '#app/drafts/restore-points.ts';

/** Lists what was changed on the screen, or put back, since then; nothing where there was no turn before. */
export function changesByHand(
  points: readonly Pick<PointView, 'by' | 'at' | 'changed' | 'restored'>[],
  since: number | undefined,
): string[] {
  if (since === undefined) return [];
  return points.flatMap(({ by, at, changed, restored }) => {
    if (at < since || by === 'turn' || by === 'beginning') return [];
    const put = by === 'restore' && restored !== undefined;
    return [...(put ? [`Put back restore point ${restored}.`] : []), ...changed];
  });
}
