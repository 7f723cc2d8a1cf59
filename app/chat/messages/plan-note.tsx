import { Check, Circle, CircleDashed } from 'lucide-react';

import type { Plan, PlanStep } from './read-plan.ts';

/**
 * The goal and its steps, with a tick at those that the builder has named as done, and what was assumed.
 * Once a turn is over, the others are not called open: nobody has said how they stand.
 */
export function PlanNote({ plan, isOver }: { plan: Plan; isOver: boolean }) {
  const { goal, steps, assumed } = plan;
  if (steps.length === 0 && goal === '') return null;
  return (
    <article aria-label="Plan" className="rounded-panel border bg-raised px-3.5 py-2.5">
      <p className="font-medium wrap-anywhere">{goal}</p>
      <ol className="mt-1 space-y-0.5 text-sm">
        {steps.map((step, index) => (
          <li key={`${index} ${step.text}`} className="flex gap-2">
            <Mark step={step} isOver={isOver} />
            <span className="min-w-0 wrap-anywhere">{step.text}</span>
          </li>
        ))}
      </ol>
      {isOver ? <Unsaid steps={steps} /> : null}
      {assumed.length > 0 ? (
        <section aria-label="Assumed" className="mt-2 border-t pt-2 text-sm text-muted">
          <p>Assumed; say so if it should be otherwise:</p>
          <ul className="list-disc ps-5">
            {assumed.map((each) => (
              <li key={each} className="wrap-anywhere">
                {each}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </article>
  );
}

function Mark({ step: { isDone }, isOver }: { step: PlanStep; isOver: boolean }) {
  if (isDone) return <Check aria-label="done" className="mt-0.5 size-4 shrink-0 text-pass" />;
  const [Icon, label] = isOver
    ? ([CircleDashed, 'not reported as done'] as const)
    : ([Circle, 'to do'] as const);
  return (
    <Icon aria-label={label} className="mt-1.5 size-2.5 shrink-0 text-edge [margin-inline:3px]" />
  );
}

/** Says in short what the builder has not said. */
function Unsaid({ steps }: { steps: readonly PlanStep[] }) {
  const done = steps.filter(({ isDone }) => isDone).length;
  if (done === steps.length) return null;
  return (
    <p className="mt-1.5 text-sm text-muted">
      {done === 0
        ? 'The builder did not report which of these steps are done.'
        : 'Steps without a tick were not reported as done.'}
    </p>
  );
}
