import * as z from 'zod';

import { defineTool } from './builder-tool.ts';

export const restore = defineTool({
  name: 'restore',
  description:
    'Makes the server what it was at an earlier restore point; what it is now stays a point, too. Without a number it lists the points.',
  input: z.strictObject({ point: z.int().min(1).optional() }),
  async run({ point }, { workspace }) {
    const points = workspace.ports.listPoints();
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
