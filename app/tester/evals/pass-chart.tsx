import { useId } from 'react';

import type { ModelScore } from '#app/evals/report/eval-report.ts';
import { toPercent } from '#app/evals/report/shown-numbers.ts';

import type { EvalLabels } from './to-labels.ts';

/** Units of the drawing, which is stretched to its place. */
const WIDTH = 100;
const ROW = 10;
const BAR = 6;

/** The pass rate of each model, drawn; the table beside it says the same. */
export function PassChart({
  scores,
  labels,
}: {
  scores: readonly ModelScore[];
  labels: EvalLabels;
}) {
  const id = useId();
  const text = scores.map((score) => `${labels.place(score)}: ${describeRate(score)}`).join('; ');
  return (
    <figure className="max-w-xl">
      <figcaption className="text-sm font-medium">
        Runs that passed, failed, and were not held
      </figcaption>
      <div className="mt-2 grid grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto] gap-x-3 text-sm">
        <ul aria-hidden className="min-w-0">
          {scores.map((score) => (
            <li key={keyOf(score)} className="h-8 truncate leading-8">
              {labels.place(score)}
            </li>
          ))}
        </ul>
        <svg
          // A drawing in the page is no file that an `img` could load.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
          viewBox={`0 0 ${WIDTH} ${scores.length * ROW}`}
          preserveAspectRatio="none"
          className="w-full"
          height={scores.length * 32}
        >
          <title id={`${id}-title`}>Runs by model</title>
          <desc id={`${id}-text`}>{text}</desc>
          {scores.map((score, row) => (
            <ScoreBar key={keyOf(score)} score={score} y={row * ROW + (ROW - BAR) / 2} />
          ))}
        </svg>
        <ul aria-hidden className="tabular-nums">
          {scores.map((score) => (
            <li key={keyOf(score)} className="h-8 leading-8 whitespace-nowrap">
              {describeRate(score)}
            </li>
          ))}
        </ul>
      </div>
    </figure>
  );
}

function ScoreBar({ score, y }: { score: ModelScore; y: number }) {
  const { passed, failed, unheld } = score;
  const all = passed + failed + unheld;
  const parts = [
    { name: 'passed', count: passed, className: 'fill-pass' },
    { name: 'failed', count: failed, className: 'fill-fail' },
    { name: 'unheld', count: unheld, className: 'fill-sunken' },
  ];
  return parts.map(({ name, count, className }, at) => {
    const before = parts.slice(0, at).reduce((sum, part) => sum + part.count, 0);
    return (
      <rect
        key={name}
        x={(before / all) * WIDTH}
        y={y}
        width={(count / all) * WIDTH}
        height={BAR}
        className={className}
      />
    );
  });
}

function describeRate({ passRate }: ModelScore): string {
  return passRate === null ? 'not held' : toPercent(passRate);
}

function keyOf({ model, target }: ModelScore): string {
  return JSON.stringify([model, target]);
}
