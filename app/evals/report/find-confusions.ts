import type { EvalFile } from '#app/evals/eval-file.ts';
import { toOneSentence } from './propose-wording.ts';
import type { JudgedRun } from './eval-report.ts';

/** A tool that models chose in place of another, in several runs. */
export interface FoundConfusion {
  expected: string;
  /** Null: no tool was called. */
  chosen: string | null;
  /** Runs in which that happened. */
  count: number;
  /** Runs that expected the tool. */
  of: number;
  models: string[];
  /** The tasks, in the words of the file. */
  says: string[];
}

/** Which tool was chosen instead of which, the most frequent first. */
export function findConfusions(
  file: Pick<EvalFile, 'tasks'>,
  judged: readonly JudgedRun[],
): FoundConfusion[] {
  const all = judged.flatMap(({ run, verdict }) =>
    verdict.confusions.map((confusion) => ({ ...confusion, run })),
  );
  const pairs = Map.groupBy(all, ({ expected, chosen }) => JSON.stringify([expected, chosen]));
  return [...pairs.values()]
    .flatMap((same): FoundConfusion[] => {
      const [first] = same;
      if (first === undefined) return [];
      const tasks = new Set(same.map(({ run }) => run.task));
      const says = file.tasks.filter(({ id }) => tasks.has(id)).map(({ say }) => say);
      const { expected, chosen } = first;
      const of = countExpecting(file, judged, expected);
      const models = [...new Set(same.map(({ run }) => run.model))];
      return [{ expected, chosen, count: same.length, of, models, says: says.map(toOneSentence) }];
    })
    .toSorted((one, other) => other.count - one.count);
}

function countExpecting(
  { tasks }: Pick<EvalFile, 'tasks'>,
  judged: readonly JudgedRun[],
  tool: string,
): number {
  const expecting = new Set(
    tasks.filter(({ calls = [] }) => calls.some((each) => each.tool === tool)).map(({ id }) => id),
  );
  return judged.filter(({ run, verdict }) => expecting.has(run.task) && verdict.status !== 'unheld')
    .length;
}
