import { useEffect, useState } from 'react';

import { nameText, type ComposerInput } from '#app/drafts/documents/composer-input.ts';
import { Button } from '#app/ui/button.tsx';
import { ProgressSteps, type ProgressStep } from '#app/ui/progress-steps.tsx';

import { formatElapsed, IMPORT_WORDS, type StepState } from '#app/drafts/documents/import-steps.ts';

const TICK_MS = 100;

/** The steps of a running import with their counts and times; Esc stops it. */
export function ImportTimeline({
  input,
  steps,
  onCancel,
}: {
  input: ComposerInput;
  steps: StepState[];
  onCancel: () => void;
}) {
  const now = useNow();
  useEffect(() => {
    const stop = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onCancel();
    };
    document.addEventListener('keydown', stop);
    return () => document.removeEventListener('keydown', stop);
  }, [onCancel]);

  return (
    <section
      aria-label="Import"
      className="crop-marks flex min-h-55 flex-col rounded-panel border border-edge bg-raised px-4 py-3.5"
    >
      <p className="mb-3 truncate font-mono text-sm">{nameInput(input)}</p>
      <ProgressSteps steps={steps.map((step) => toProgressStep(step, now))} />
      <div className="mt-auto flex justify-end pt-3">
        <Button variant="ghost" onClick={onCancel}>
          Cancel
          <kbd aria-hidden className="font-sans text-sm font-normal pointer-coarse:hidden">
            Esc
          </kbd>
        </Button>
      </div>
    </section>
  );
}

/** The name of an input on the screen while it is imported. */
function nameInput(input: ComposerInput): string {
  switch (input.kind) {
    case 'url':
      return input.url;
    case 'template':
      return input.title;
    case 'words':
      return 'Your request';
    case 'text':
      return nameText(input.text);
    case 'file':
      return input.name;
  }
}

function toProgressStep(step: StepState, now: number): ProgressStep {
  const elapsed = step.startedAt === undefined ? undefined : (step.endedAt ?? now) - step.startedAt;
  return {
    label: IMPORT_WORDS[step.step],
    state: step.state,
    ...(step.done === undefined ? {} : { done: step.done }),
    ...(step.total === undefined ? {} : { total: step.total }),
    ...(elapsed === undefined ? {} : { note: formatElapsed(elapsed) }),
  };
}

function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
