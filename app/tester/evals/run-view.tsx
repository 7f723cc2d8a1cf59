import type { JudgedRun } from '#app/evals/report/eval-report.ts';
import type { RunCall } from '#app/evals/runs/eval-run.ts';
import { HiddenMarks } from '#app/tester/results/hidden-marks.tsx';
import { limitText } from '#app/tester/results/limit-text.ts';

/** Characters of a result that are shown. */
const MAX_SHOWN = 2_000;

/** The conversation of one run: words, calls, and what the tools answered. */
export function RunView({ judged: { run, verdict } }: { judged: JudgedRun }) {
  return (
    <article aria-label={`Run ${run.run}`} className="space-y-2 border-s-2 ps-3 text-sm">
      <p className="text-muted">
        Run {run.run}: {verdict.status === 'unheld' ? 'not held' : verdict.status}
      </p>
      {run.steps.map((step, at) => (
        <div key={at} className="space-y-1">
          {step.text === '' ? null : (
            <p className="wrap-anywhere whitespace-pre-wrap">
              <HiddenMarks text={step.text} />
            </p>
          )}
          {step.calls.map((call) => (
            <CallLine key={call.id} call={call} />
          ))}
        </div>
      ))}
      {run.end.message === null ? null : <p className="text-fail">{run.end.message}</p>}
    </article>
  );
}

function CallLine({ call: { name, server, input, unread, told, isError } }: { call: RunCall }) {
  return (
    <div className="wrap-anywhere">
      <code>
        <HiddenMarks text={`${name}(${unread ?? JSON.stringify(input)})`} />
      </code>
      {server === null ? null : <span className="text-muted"> {server}</span>}
      <p className={`whitespace-pre-wrap ${isError ? 'text-fail' : 'text-muted'}`}>
        <HiddenMarks text={limitText(told, MAX_SHOWN).text} />
      </p>
    </div>
  );
}
