import { clsx } from 'clsx';
import { Check, Minus, X } from 'lucide-react';

import { formatCount } from '#app/platform/locale/reader-locale.ts';

import { SpinnerMark } from './spinner.tsx';

export interface ProgressStep {
  label: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  done?: number;
  total?: number;
  /** Stands at the end of the line: the time it took. */
  note?: string;
}

const STATE_WORDS = { waiting: 'waiting', running: 'running', done: 'done', failed: 'failed' };

/** A timeline of named steps; a bar where the amount is known. */
export function ProgressSteps({ steps }: { steps: readonly ProgressStep[] }) {
  const running = steps.find(({ state }) => state === 'running' || state === 'failed');
  return (
    <>
      <ol className="flex flex-col">
        {steps.map((step) => (
          <li key={step.label} className="flex min-h-8 items-center gap-3">
            <span className="flex size-4 items-center justify-center">
              <StepMark state={step.state} />
            </span>
            <span className={clsx(step.state === 'waiting' && 'text-muted')}>{step.label}</span>
            <span className="sr-only">({STATE_WORDS[step.state]})</span>
            <StepAmount step={step} />
            <span className="ms-auto ps-3 text-sm text-muted tabular-nums">{step.note}</span>
          </li>
        ))}
      </ol>
      <output className="sr-only">
        {running ? `${running.label}: ${STATE_WORDS[running.state]}` : 'Done'}
      </output>
    </>
  );
}

function StepMark({ state }: { state: ProgressStep['state'] }) {
  if (state === 'running') return <SpinnerMark />;
  if (state === 'done') return <Check aria-hidden className="size-4 text-pass" />;
  if (state === 'failed') return <X aria-hidden className="size-4 text-fail" />;
  return <Minus aria-hidden className="size-3 text-edge" />;
}

function StepAmount({ step }: { step: ProgressStep }) {
  const { done, total } = step;
  if (done === undefined) return null;
  if (total === undefined || total === 0) {
    return <span className="text-sm text-muted tabular-nums">{formatCount(done)}</span>;
  }
  return (
    <span className="flex min-w-0 items-center gap-2 text-sm text-muted tabular-nums">
      {step.state === 'running' ? (
        <progress
          value={done}
          max={total}
          aria-label={step.label}
          className="h-1 w-24 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-blue [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-blue"
        />
      ) : null}
      {formatCount(done)}
      {done === total ? '' : ` of ${formatCount(total)}`}
    </span>
  );
}
