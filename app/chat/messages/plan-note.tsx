import { Check, Circle } from 'lucide-react';

/** The goal and its steps, with a tick at those that are done. */
export function PlanNote({ input, done }: { input: unknown; done: (steps: number) => number }) {
  const { goal = '', steps = [] } = (input ?? {}) as { goal?: string; steps?: string[] };
  const ticked = done(steps.length);
  return (
    <article aria-label="Plan" className="rounded-panel border bg-raised px-3.5 py-2.5">
      <p className="font-medium wrap-anywhere">{goal}</p>
      <ol className="mt-1 space-y-0.5 text-sm">
        {steps.map((step, index) => (
          <li key={`${index} ${step}`} className="flex gap-2">
            {index < ticked ? (
              <Check aria-label="done" className="mt-0.5 size-4 shrink-0 text-pass" />
            ) : (
              <Circle
                aria-label="to do"
                className="mt-1.5 size-2.5 shrink-0 text-edge [margin-inline:3px]"
              />
            )}
            <span className="min-w-0 wrap-anywhere">{step}</span>
          </li>
        ))}
      </ol>
    </article>
  );
}
