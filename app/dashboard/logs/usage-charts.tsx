import { useId, type ReactNode } from 'react';

import { formatCount, formatHour } from '#app/platform/locale/reader-locale.ts';

import type { UsageHour } from './fill-hours.ts';
import { UsageTable } from './usage-table.tsx';

/** Units of a drawing; it is stretched to its place. */
const HEIGHT = 100;
const WIDTH = 10;

/** Calls and latencies by the hour, drawn, and as a table for whoever does not see the drawing. */
export function UsageCharts({ hours }: { hours: readonly UsageHour[] }) {
  const calls = hours.reduce((sum, hour) => sum + hour.calls, 0);
  const errors = hours.reduce((sum, hour) => sum + hour.errors, 0);
  const slowest = Math.max(0, ...hours.map(({ p95 }) => p95 ?? 0));
  return (
    <>
      <div className="mt-3 grid gap-4 sm:grid-cols-2">
        <Chart
          title="Calls per hour"
          text={`${formatCount(calls)} calls in ${hours.length} hours, of which ${formatCount(errors)} failed.`}
          hours={hours}
          most={Math.max(1, ...hours.map((hour) => hour.calls))}
          unit=""
          legend={
            <Legend
              names={[
                ['bg-blue', 'Answered'],
                ['bg-fail', 'Failed'],
              ]}
            />
          }
        >
          {(scale) => <StackedBars hours={hours} scale={scale} parts={CALL_PARTS} />}
        </Chart>
        <Chart
          title="Latency"
          text={`In the slowest hour, 95% of calls took at most ${formatCount(slowest)} ms.`}
          hours={hours}
          most={Math.max(1, slowest)}
          unit=" ms"
          legend={
            <Legend
              names={[
                ['bg-blue', 'Median'],
                ['bg-warn', '95th percentile'],
              ]}
            />
          }
        >
          {(scale) => <StackedBars hours={hours} scale={scale} parts={LATENCY_PARTS} />}
        </Chart>
      </div>
      <HoursTable hours={hours} />
    </>
  );
}

interface ChartProps {
  title: string;
  /** Says in words what the drawing shows. */
  text: string;
  hours: readonly UsageHour[];
  /** The value at the top. */
  most: number;
  unit: string;
  legend: ReactNode;
  children: (scale: (value: number) => number) => ReactNode;
}

function Chart({ title, text, hours, most, unit, legend, children }: ChartProps) {
  const id = useId();
  const width = hours.length * WIDTH;
  return (
    <figure className="min-w-0">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm">
        <span className="font-medium">{title}</span>
        {legend}
      </figcaption>
      <div className="mt-1 flex gap-2 text-sm text-muted tabular-nums">
        <svg
          // A drawing in the page is no file that an `img` could load.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-labelledby={`${id}-title ${id}-text`}
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="h-24 w-full min-w-0 border-b"
        >
          <title id={`${id}-title`}>{title}</title>
          <desc id={`${id}-text`}>{text}</desc>
          {children((value) => (value / most) * HEIGHT)}
        </svg>
        <span aria-hidden className="shrink-0">
          {formatCount(most)}
          {unit}
        </span>
      </div>
      <p aria-hidden className="flex justify-between text-sm text-muted">
        <span>{formatHour(hours[0]?.at ?? 0)}</span>
        <span>now</span>
      </p>
    </figure>
  );
}

interface DrawnProps {
  hours: readonly UsageHour[];
  scale: (value: number) => number;
}

/** A part of each bar: from one value up to another. */
interface BarPart {
  name: string;
  className: string;
  from: (hour: UsageHour) => number;
  to: (hour: UsageHour) => number;
}

const CALL_PARTS: readonly BarPart[] = [
  { name: 'failed', className: 'fill-fail', from: () => 0, to: ({ errors }) => errors },
  {
    name: 'answered',
    className: 'fill-blue',
    from: ({ errors }) => errors,
    to: ({ calls }) => calls,
  },
];

const LATENCY_PARTS: readonly BarPart[] = [
  { name: 'median', className: 'fill-blue', from: () => 0, to: ({ p50 }) => p50 ?? 0 },
  {
    name: '95th',
    className: 'fill-warn',
    from: ({ p50 }) => p50 ?? 0,
    to: ({ p95 }) => p95 ?? 0,
  },
];

/** A bar for each hour, its parts on top of each other. */
function StackedBars({ hours, scale, parts }: DrawnProps & { parts: readonly BarPart[] }) {
  return hours.map((hour, index) =>
    parts.map(({ name, className, from, to }) => (
      <rect
        key={`${hour.at} ${name}`}
        x={index * WIDTH + 1}
        width={WIDTH - 2}
        y={HEIGHT - scale(to(hour))}
        height={scale(to(hour) - from(hour))}
        className={className}
      />
    )),
  );
}

function Legend({ names }: { names: readonly [colour: string, name: string][] }) {
  return (
    <span className="flex gap-3 text-muted">
      {names.map(([colour, name]) => (
        <span key={name} className="inline-flex items-center gap-1">
          <span aria-hidden className={`size-2.5 rounded-[2px] ${colour}`} />
          {name}
        </span>
      ))}
    </span>
  );
}

function HoursTable({ hours }: { hours: readonly UsageHour[] }) {
  const called = hours.filter(({ calls }) => calls > 0);
  if (called.length === 0) return null;
  return (
    <details className="mt-2">
      <summary className="cursor-pointer py-1 text-sm text-muted">By the hour, as a table</summary>
      <div className="max-h-80 overflow-auto">
        <UsageTable
          of="Hour"
          rows={called.toReversed().map((hour) => ({
            ...hour,
            key: hour.at,
            name: <span className="whitespace-nowrap">{formatHour(hour.at)}</span>,
          }))}
        />
      </div>
    </details>
  );
}
