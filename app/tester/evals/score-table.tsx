import type { ModelScore } from '#app/evals/report/eval-report.ts';
import { toCost, toCount, toPercent, toSeconds } from '#app/evals/report/shown-numbers.ts';

import type { EvalLabels } from './to-labels.ts';

const HEADS = ['Pass rate', 'Passed', 'Calls', 'Tokens in', 'Tokens out', 'Cost', 'Time'];

/** A row for each model at each server. */
export function ScoreTable({
  scores,
  labels,
}: {
  scores: readonly ModelScore[];
  labels: EvalLabels;
}) {
  return (
    // A region that scrolls is reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section aria-label="Scores" tabIndex={0} className="overflow-x-auto">
      <table className="text-sm tabular-nums">
        <thead className="text-start text-muted">
          <tr className="border-b">
            {['Model', ...HEADS].map((head) => (
              <th key={head} scope="col" className="py-1.5 pe-6 font-medium whitespace-nowrap">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y">
          {scores.map((score) => (
            <tr key={JSON.stringify([score.model, score.target])}>
              <th scope="row" className="py-1.5 pe-6 text-start font-normal">
                {labels.place(score)}
              </th>
              {toCells(score).map((cell, at) => (
                <td key={HEADS[at]} className="py-1.5 pe-6 whitespace-nowrap">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function toCells(score: ModelScore): string[] {
  const { passed, failed, unheld, passRate, calls, failedCalls } = score;
  return [
    passRate === null ? '–' : toPercent(passRate),
    `${passed} of ${passed + failed}${unheld > 0 ? `, ${unheld} not held` : ''}`,
    `${toCount(calls)}${failedCalls > 0 ? `, ${toCount(failedCalls)} failed` : ''}`,
    toCount(score.input),
    toCount(score.output),
    toCost(score.cost),
    toSeconds(score.milliseconds),
  ];
}
