import * as z from 'zod';

import { defineTool } from './builder-tool.ts';
import type { WorkspacePorts } from './workspace.ts';

export const restore = defineTool({
  name: 'restore',
  description:
    'Makes the server what it was at an earlier restore point, or with `undo` what it was before its last change; what it is now stays a point, too. Without either it lists the points.',
  input: z.strictObject({ point: z.int().min(1).optional(), undo: z.literal(true).optional() }),
  async run({ point: wanted, undo }, { workspace }) {
    const points = workspace.ports.listPoints();
    const point = wanted ?? (undo ? beforeLast(points) : undefined);
    if (point === null) {
      const message = 'Nothing was changed yet that could be taken back.';
      return { changed: [], problems: [{ path: '$.undo', message }] };
    }
    if (point === undefined) return { points, changed: [], problems: [] };
    const blueprint = await workspace.ports.loadPoint(point);
    if (blueprint === null) {
      const numbers = points.map(({ number }) => number).join(', ');
      const message = `There is no point ${point}. There are: ${numbers}.`;
      return { changed: [], problems: [{ path: '$.point', message }] };
    }
    workspace.replace(blueprint);
    return { changed: [`The server is what it was at point ${point}.`], problems: [] };
  },
});

/** The point before the last change; after going back to a point, the one before that. */
function beforeLast(points: ReturnType<WorkspacePorts['listPoints']>): number | null {
  const last = points.at(-1);
  const held = last?.restored ?? last?.number ?? 0;
  return points.findLast(({ number }) => number < held)?.number ?? null;
}
