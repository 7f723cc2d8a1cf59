import { TRIAL_STAGES, type Trial, type TrialStage } from '#app/builder/models/trial.ts';
import { ProgressSteps, type ProgressStep } from '#app/ui/progress-steps.tsx';

const LABELS: Record<TrialStage, string> = {
  address: 'The address answers',
  key: 'The key is accepted',
  model: 'The model answers',
  tools: 'The model calls tools',
};

/** Scrolls the newest step into view. */
function show(element: HTMLElement | null) {
  element?.scrollIntoView({ block: 'nearest' });
}

/** Progress of a connection test, and the exact failure. */
export function TrialSteps({ trial }: { trial: Trial | 'running' }) {
  return (
    <div ref={show} className="rounded-panel border bg-paper px-3.5 py-2">
      <ProgressSteps steps={TRIAL_STAGES.map((stage) => toStep(stage, trial))} />
      {trial !== 'running' && !trial.ok ? (
        <p ref={show} role="alert" className="mt-1 mb-1 text-sm text-fail wrap-anywhere">
          {trial.detail}
        </p>
      ) : null}
    </div>
  );
}

function toStep(stage: TrialStage, trial: Trial | 'running'): ProgressStep {
  return { label: LABELS[stage], state: toState(stage, trial) };
}

function toState(stage: TrialStage, trial: Trial | 'running'): ProgressStep['state'] {
  const at = TRIAL_STAGES.indexOf(stage);
  // One request runs through all stages, so the passed ones are only known at its end.
  if (trial === 'running') return at === 0 ? 'running' : 'waiting';
  if (trial.ok) return 'done';
  const failed = TRIAL_STAGES.indexOf(trial.failed);
  if (at === failed) return 'failed';
  return at < failed ? 'done' : 'waiting';
}
