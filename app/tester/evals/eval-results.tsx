import { useMemo } from 'react';

import type { EvalFile } from '#app/evals/eval-file.ts';
import { passRateOf, reportRuns } from '#app/evals/report/eval-report.ts';
import { findConfusions } from '#app/evals/report/find-confusions.ts';
import { toPercent } from '#app/evals/report/shown-numbers.ts';

import { ConfusionList } from './confusion-list.tsx';
import type { HeldEval } from './eval-desk.ts';
import { PassChart } from './pass-chart.tsx';
import { ScoreTable } from './score-table.tsx';
import { TaskResults } from './task-results.tsx';
import { toLabels } from './to-labels.ts';

/** How the runs did: by model, by task, and which tools were taken for others. */
export function EvalResults({ file, held }: { file: EvalFile; held: HeldEval }) {
  const report = useMemo(() => reportRuns(file, held.runs), [file, held.runs]);
  const confusions = useMemo(() => findConfusions(file, report.runs), [file, report.runs]);
  const labels = toLabels(held);
  const rate = passRateOf(report);
  if (report.runs.length === 0) return null;
  return (
    <section aria-labelledby="eval-results" className="space-y-6">
      <div>
        <h2 id="eval-results">Results</h2>
        <p className="text-sm text-muted">
          {rate === null ? 'No model could be asked.' : `${toPercent(rate)} of the runs passed.`}
          {held.recordedAt === null
            ? ''
            : ` Recorded on ${held.recordedAt.slice(0, 10)}, judged by the tasks as they are now.`}
        </p>
      </div>
      <ScoreTable scores={report.scores} labels={labels} />
      <PassChart scores={report.scores} labels={labels} />
      <TaskResults file={file} report={report} labels={labels} />
      <ConfusionList confusions={confusions} held={held} labels={labels} />
    </section>
  );
}
