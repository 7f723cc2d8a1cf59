import * as z from 'zod/mini';

import type { DraftContent, DraftEvent } from './draft-state.ts';

/** Restore points that are kept; the oldest are forgotten first. */
export const MAX_POINTS = 200;
/** Edits in the screen that follow each other within so long are one point. */
const FOLD_MS = 10 * 60_000;
/** Sentences of one point. */
const MAX_CHANGES = 12;

/** A restore point as the page gets it. */
export const PointView = z.object({
  /** From 1, rising. */
  number: z.number(),
  /** Its origin: the draft's beginning, a turn, an approved change set, an edit on the screen, or a restore. */
  by: z.enum(['beginning', 'turn', 'approval', 'screen', 'restore']),
  /** The answer whose turn made it; null where no turn did. */
  message: z.nullable(z.string()),
  at: z.number(),
  /** The differences from the point before, in sentences. */
  changed: z.array(z.string()),
  /** The earlier point that it is the same as. */
  restored: z.optional(z.number()),
  /** Title of the document that was imported on the screen; absent: none was. */
  imported: z.optional(z.string()),
});
export type PointView = z.infer<typeof PointView>;

/** The content of a draft at one point in time, by hashes; the contents are in R2. */
export interface RestorePoint extends DraftContent, PointView {}

export type NewPoint = Pick<RestorePoint, 'by' | 'message' | 'changed' | 'imported'> & {
  content: DraftContent;
};

/** The points after a change of the draft: none is added for what the last one holds already. */
export function addPoint(
  points: readonly RestorePoint[],
  { content, by, message, changed, imported }: NewPoint,
  now: number,
): RestorePoint[] {
  const last = points.at(-1);
  if (last && isSameContent(last, content)) return [...points];
  // An import is taken back by itself.
  const isEdit = imported === undefined && last?.imported === undefined;
  const isFolded = isEdit && by === 'screen' && last?.by === 'screen' && now - last.at < FOLD_MS;
  const kept = isFolded ? points.slice(0, -1) : points;
  const same = kept.findLast((point) => isSameContent(point, content));
  const point: RestorePoint = {
    ...content,
    number: isFolded ? last.number : (last?.number ?? 0) + 1,
    by,
    message,
    at: isFolded ? last.at : now,
    changed: mergeChanges(isFolded ? last.changed : [], changed),
    ...(same ? { restored: same.number } : {}),
    ...(imported === undefined ? {} : { imported }),
  };
  return [...kept, point].slice(-MAX_POINTS);
}

/** The point that held when a message was said: the one that it made, else the newest before it. */
export function pointAt(
  points: readonly RestorePoint[],
  message: { id: string; at: number },
): RestorePoint | null {
  const own = points.findLast((point) => point.message === message.id);
  return own ?? points.findLast(({ at }) => at <= message.at) ?? null;
}

/** The point before all that an answer has made, where nobody else has changed anything since; else null. */
export function pointBefore(points: readonly RestorePoint[], answer: string): RestorePoint | null {
  const last = points.findLastIndex(({ by, message }) => by !== 'turn' || message !== answer);
  return last === points.length - 1 ? null : (points[last] ?? null);
}

export function toPointView(point: RestorePoint): PointView {
  const { number, by, message, at, changed, restored, imported } = point;
  return {
    number,
    by,
    message,
    at,
    changed,
    ...(restored === undefined ? {} : { restored }),
    ...(imported === undefined ? {} : { imported }),
  };
}

/** The origin of the point that an event makes from outside the chat; undefined where it makes none. */
export function toOrigin(event: DraftEvent): Omit<NewPoint, 'content'> | undefined {
  if (event.kind === 'create') return { by: 'beginning', message: null, changed: [] };
  if (event.kind !== 'change' || !event.content) return undefined;
  const { changed = [], imported } = event;
  const origin = { by: 'screen' as const, message: null, changed };
  return imported === undefined ? origin : { ...origin, imported };
}

/** The content of a point, as a draft holds it. */
export function toContent(content: DraftContent): DraftContent {
  const { blueprint, artifact, warnings, bytes, about } = content;
  return {
    blueprint,
    artifact,
    warnings,
    ...(bytes ? { bytes } : {}),
    ...(about ? { about } : {}),
  };
}

function isSameContent(one: DraftContent, other: DraftContent): boolean {
  return one.blueprint === other.blueprint && one.artifact === other.artifact;
}

function mergeChanges(before: readonly string[], changed: readonly string[]): string[] {
  return [...new Set([...before, ...changed])].slice(-MAX_CHANGES);
}
