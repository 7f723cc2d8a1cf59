import { toList, toRecord } from '#app/builder/built-in/draft/read-facts.ts';
import { perform } from '#app/builder/built-in/outcome.ts';
import type { Outcome, Tell } from '#app/builder/built-in/outcome.ts';
import { tellEdits } from '#app/builder/built-in/summary.ts';
import { joinText } from '#app/builder/built-in/words/lists.ts';
import type { JsonObject } from '#app/runtime/definition.ts';

import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

function goBack(plan: string, input: JsonObject): Outcome {
  const tell: Tell = ([result]) => {
    const problem = toRecord(toList(toRecord(result?.output)['problems'])[0])['message'];
    return typeof problem === 'string' ? problem : tellEdits(plan, result ? [result] : []);
  };
  return perform(plan, [{ tool: 'restore', input }], undefined, tell);
}

/** Going back: what was changed last is taken back, or a restore point is made the draft again. */
export const restoreRules: readonly Rule[] = [
  rule(
    [
      'undo|revert|rollback [it|that|last] [change|step|version|edit]',
      'undo|revert what you did|changed [last]',
      '(go / roll / take / bring / change) [it|that] back',
      'go back [to] [previous|last] [one] [step|version|state|point]',
    ],
    () => goBack('Take the last change back', { undo: true }),
  ),
  rule(
    [
      '(restore / go back to / roll back to / revert to / return to) [restore] [point|version] <number>',
    ],
    ({ number = [] }) => {
      const point = /^#?(\d{1,6})$/.exec(joinText(number))?.[1];
      if (point === undefined) return null;
      return goBack(`Go back to point ${point}`, { point: Number(point) });
    },
  ),
];
