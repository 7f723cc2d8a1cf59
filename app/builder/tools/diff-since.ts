import * as z from 'zod';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { diffBlueprints } from '#app/blueprint/diff/diff-blueprints.ts';

import { defineTool } from './builder-tool.ts';
import { takePage } from './reading/to-pages.ts';
import { describeToolChange } from './requests/describe-tool-change.ts';

/** A difference of one tool. */
interface ToolDifference {
  tool: string;
  change: 'added' | 'removed' | 'renamed' | 'changed';
  /** Its earlier name. */
  from?: string;
  fields?: string[];
  /** The same as a sentence. */
  now?: string;
}

export const diffSince = defineTool({
  name: 'diff_since',
  effect: 'reads',
  words: { now: 'Comparing the server', done: 'Compared the server' },
  subject: [],
  description:
    'Tells what is different in the server since this turn began, or since a restore point.',
  input: z.strictObject({ point: z.int().min(1).optional(), page: z.int().min(1).optional() }),
  async run({ point, page = 1 }, { workspace }) {
    const before = point === undefined ? workspace.since : await workspace.ports.loadPoint(point);
    if (before === null) {
      const numbers = workspace.ports.listPoints().map(({ number }) => number);
      const message = `There is no point ${point}. There are: ${numbers.join(', ')}.`;
      return { problems: [{ path: '$.point', message }] };
    }
    const tools = listDifferences(before, workspace.blueprint);
    const taken = takePage(tools, page);
    if (!taken.ok) return { problems: taken.problems };
    const { parts } = diffBlueprints(before, workspace.blueprint);
    return {
      since: point === undefined ? 'the beginning of this turn' : `restore point ${point}`,
      says: summarize(tools, parts),
      ...(page === 1 ? { parts } : {}),
      tools: taken.value.shown,
      page: taken.value.page,
    };
  },
});

/** The differences tool by tool; one that only got another name is the same tool. */
function listDifferences(before: Blueprint, after: Blueprint): ToolDifference[] {
  const { added, removed, renamed, changed } = diffBlueprints(before, after).tools;
  const earlier = new Map(renamed.map(({ from, to }) => [to, from]));
  const old = new Map(before.tools.map((tool) => [tool.name, tool]));
  const now = new Map(after.tools.map((tool) => [tool.name, tool]));
  return [
    ...renamed.map(({ from, to }): ToolDifference => ({ tool: to, change: 'renamed', from })),
    ...added.map((tool): ToolDifference => ({ tool, change: 'added' })),
    ...removed.map((tool): ToolDifference => ({ tool, change: 'removed' })),
    ...changed.map(({ name, fields }): ToolDifference => {
      const tool = now.get(name);
      const known = old.get(earlier.get(name) ?? name);
      const sentence = tool ? describeToolChange(known, tool, after) : '';
      return { tool: name, change: 'changed', fields, now: sentence };
    }),
  ];
}

function summarize(tools: readonly ToolDifference[], parts: readonly string[]): string {
  const counts = (['added', 'removed', 'renamed', 'changed'] as const).flatMap((change) => {
    const count = tools.filter((tool) => tool.change === change).length;
    return count === 0 ? [] : [`${count} ${change}`];
  });
  if (counts.length === 0 && parts.length === 0) return 'Nothing is different.';
  const others = parts.length > 0 ? ` Other parts: ${parts.join(', ')}.` : '';
  return `Tools: ${counts.length > 0 ? counts.join(', ') : 'none is different'}.${others}`;
}
