import { Check, Circle } from 'lucide-react';

/** The goal and its steps, with a tick at those that are done, and what was assumed. */
export function PlanNote({ input, done }: { input: unknown; done: (steps: number) => number }) {
  const given = (input ?? {}) as { goal?: string; steps?: string[]; assumed?: string[] };
  const { goal = '', steps = [], assumed = [] } = given;
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
      {Array.isArray(assumed) && assumed.length > 0 ? (
        <section aria-label="Assumed" className="mt-2 border-t pt-2 text-sm text-muted">
          <p>Assumed; say so if it should be otherwise:</p>
          <ul className="list-disc pl-5">
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
