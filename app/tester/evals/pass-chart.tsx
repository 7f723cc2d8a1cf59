import { useId, useState } from 'react';

import type { ModelScore } from '#app/evals/report/eval-report.ts';
import { toCost, toCount, toPercent } from '#app/evals/report/shown-numbers.ts';
import { Segmented } from '#app/ui/segmented.tsx';

import type { EvalLabels } from './to-labels.ts';

/** Units of the drawing, which is stretched to its place. */
const WIDTH = 100;
const ROW = 10;
const BAR = 6;
const ROW_PX = 32;

type Measure = 'runs' | 'calls' | 'tokens' | 'cost';

const MEASURES = [
  { value: 'runs', label: 'Pass rate' },
  { value: 'calls', label: 'Calls' },
  { value: 'tokens', label: 'Tokens' },
  { value: 'cost', label: 'Cost' },
] as const;

interface BarPart {
  count: number;
  className: string;
}

/** Pass rate, calls, tokens or cost of each model, drawn; the table beside it says the same. */
export function PassChart({
  scores,
  labels,
}: {
  scores: readonly ModelScore[];
  labels: EvalLabels;
}) {
  const [measure, setMeasure] = useState<Measure>('runs');
  const title = MEASURES.find(({ value }) => value === measure)?.label ?? '';
  const bars = scores.map((score) => ({
    key: JSON.stringify([score.model, score.target]),
    name: labels.place(score),
    text: describe(score, measure),
    parts: toParts(score, measure),
  }));
  const most = Math.max(...bars.map(({ parts }) => sumOf(parts)), 0);
  return (
    <figure className="max-w-xl space-y-2">
      <figcaption>
        <Segmented label="Drawn" value={measure} options={MEASURES} onChange={setMeasure} />
      </figcaption>
      <div className="grid grid-cols-[minmax(0,auto)_minmax(0,1fr)_auto] gap-x-3 text-sm">
        <Column texts={bars.map(({ key, name }) => [key, name])} />
        <Bars title={title} bars={bars} most={most} />
        <Column texts={bars.map(({ key, text }) => [key, text])} />
      </div>
    </figure>
  );
}

function Column({ texts }: { texts: readonly [key: string, text: string][] }) {
  return (
    <ul aria-hidden className="min-w-0 tabular-nums">
      {texts.map(([key, text]) => (
        <li key={key} className="h-8 truncate leading-8">
          {text}
        </li>
      ))}
    </ul>
  );
}

function Bars({
  title,
  bars,
  most,
}: {
  title: string;
  bars: readonly { key: string; name: string; text: string; parts: readonly BarPart[] }[];
  most: number;
}) {
  const id = useId();
  return (
    <svg
      // A drawing in the page is no file that an `img` could load.
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
      role="img"
      aria-labelledby={`${id}-title ${id}-text`}
      viewBox={`0 0 ${WIDTH} ${bars.length * ROW}`}
      preserveAspectRatio="none"
      className="w-full"
      height={bars.length * ROW_PX}
    >
      <title id={`${id}-title`}>{title} by model</title>
      <desc id={`${id}-text`}>{bars.map(({ name, text }) => `${name}: ${text}`).join('; ')}</desc>
      {bars.map(({ key, parts }, row) =>
        parts.map(({ count, className }, at) => (
          <rect
            key={`${key} ${className}`}
            x={(sumOf(parts.slice(0, at)) / (most || 1)) * WIDTH}
            y={row * ROW + (ROW - BAR) / 2}
            width={(count / (most || 1)) * WIDTH}
            height={BAR}
            className={className}
          />
        )),
      )}
    </svg>
  );
}

function toParts(score: ModelScore, measure: Measure): BarPart[] {
  const { passed, failed, unheld, calls, failedCalls, input, output, cost } = score;
  switch (measure) {
    case 'runs': {
      // Each row is as wide as all of its runs.
      const all = passed + failed + unheld || 1;
      return [
        { count: passed / all, className: 'fill-pass' },
        { count: failed / all, className: 'fill-fail' },
        { count: unheld / all, className: 'fill-sunken' },
      ];
    }
    case 'calls':
      return [
        { count: calls - failedCalls, className: 'fill-blue' },
        { count: failedCalls, className: 'fill-fail' },
      ];
    case 'tokens':
      return [
        { count: input, className: 'fill-blue' },
        { count: output, className: 'fill-warn' },
      ];
    case 'cost':
      return [{ count: cost ?? 0, className: 'fill-blue' }];
  }
}

function describe(score: ModelScore, measure: Measure): string {
  const { passRate, calls, failedCalls, input, output, cost } = score;
  switch (measure) {
    case 'runs':
      return passRate === null ? 'not held' : toPercent(passRate);
    case 'calls':
      return failedCalls > 0 ? `${toCount(calls)}, ${toCount(failedCalls)} failed` : toCount(calls);
    case 'tokens':
      return `${toCount(input)} in, ${toCount(output)} out`;
    case 'cost':
      return toCost(cost);
  }
}

function sumOf(parts: readonly BarPart[]): number {
  return parts.reduce((sum, { count }) => sum + count, 0);
}
