import * as z from 'zod';

import { defineTool } from './builder-tool.ts';
import { asksFor } from './guard/user-intent.ts';
import { ALLOW, ask } from './guard/verdict.ts';

const RETURN =
  /\b(?:restore|undo|revert|roll ?back|go back|bring back|zurück|rückgängig|wieder\w*|annul\w*|restaur\w*|deshaz|desfaz\w*|ripristin\w*)\b|恢复|撤销|元に戻/iu;

export const restore = defineTool({
  name: 'restore',
  effect: 'changes',
  words: { now: 'Restoring an earlier state', done: 'Restored an earlier state' },
  subject: [],
  description:
    'Makes the server what it was at an earlier restore point, or with `undo` what it was before its last change (undoing that brings it back); what it is now stays a point, too. Without either it lists the points.',
  input: z.strictObject({ point: z.int().min(1).optional(), undo: z.literal(true).optional() }),
  guard: ({ said }) => (asksFor(said, RETURN) ? ALLOW : ask('go back to an earlier state')),
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
    workspace.replace(blueprint);
    return { changed: [`The server is back at restore point ${point}.`], problems: [] };
  },
});
