import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const restore = defineTool({
  name: 'restore',
  effect: 'changes',
  words: { now: 'Restoring an earlier state', done: 'Restored an earlier state' },
  subject: [],
  description:
    'Makes the server what it was at a restore point, or with undo before its last change; that can be undone, too. Without either it lists the points.',
  input: z.strictObject({ point: z.int().min(1).optional(), undo: z.literal(true).optional() }),
  async run({ point: wanted, undo }, { workspace }) {
    const points = workspace.ports.listPoints();
    // The newest point is what the draft is: before it is what the last change left behind it.
    const point = wanted ?? (undo ? (points.at(-2)?.number ?? null) : undefined);
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
    workspace.trustHosts(blueprint);
    workspace.replace(blueprint);
    return { changed: [`The server is back at restore point ${point}.`], problems: [] };
  },
});
