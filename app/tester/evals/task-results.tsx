import type { EvalFile } from '#app/evals/eval-file.ts';
import type { EvalReport, JudgedRun, TaskScore } from '#app/evals/report/eval-report.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { Unfolding } from '#app/tester/results/unfolding.tsx';
import { Badge } from '#app/ui/badge.tsx';

import { RunView } from './run-view.tsx';
import type { EvalLabels } from './to-labels.ts';

/** Each task with what became of it, and its conversations to read. */
export function TaskResults({
  file,
  report,
  labels,
}: {
  file: EvalFile;
  report: EvalReport;
  labels: EvalLabels;
}) {
  return (
    <ul aria-label="Results by task" className="divide-y border-y">
      {file.tasks.map((task) => {
        const scores = report.tasks.filter((score) => score.task === task.id);
        return scores.length === 0 ? null : (
          <li key={task.id} className="space-y-2 py-3">
            <p className="wrap-anywhere">{task.say}</p>
            {scores.map((score) => (
              <Outcome
                key={JSON.stringify([score.model, score.target])}
                score={score}
                runs={report.runs.filter(({ run }) => isOf(run, score))}
                labels={labels}
              />
            ))}
          </li>
        );
      })}
    </ul>
  );
}

function Outcome({
  score,
  runs,
  labels,
}: {
  score: TaskScore;
  runs: readonly JudgedRun[];
  labels: EvalLabels;
}) {
  const { passed, held, failures } = score;
  const tone = held === 0 ? 'warn' : passed === held ? 'pass' : 'fail';
  const word = held === 0 ? 'Not held' : passed === held ? 'Passed' : 'Failed';
  return (
    <div>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        <Badge tone={tone}>
          {word} {held === 0 ? '' : `${passed} of ${held}`}
        </Badge>
        <span>{labels.place(score)}</span>
      </p>
      <ul className="text-sm text-muted">
        {failures.map(({ text, count }) => (
          <li key={text} className="wrap-anywhere">
            <HiddenMarks text={text} />
            {count > 1 ? ` (${count} times)` : ''}
          </li>
        ))}
      </ul>
      <Unfolding summary={runs.length === 1 ? 'Conversation' : `${runs.length} conversations`}>
        {() => (
          <div className="space-y-4">
            {runs.map((judged) => (
              <RunView key={judged.run.run} judged={judged} />
            ))}
          </div>
        )}
      </Unfolding>
    </div>
  );
}

function isOf(run: JudgedRun['run'], score: TaskScore): boolean {
  return run.task === score.task && run.model === score.model && run.target === score.target;
}
