import type { DraftProgress } from '#app/drafts/draft.ts';

export type ImportStep = DraftProgress['step'];

/** The steps of an import, in the order that the server reports them. */
const IMPORT_STEPS: readonly ImportStep[] = [
  'fetching',
  'reading',
  'importing',
  'generating',
  'ready',
];

/** The steps in words. */
export const IMPORT_WORDS: Record<ImportStep, string> = {
  fetching: 'Fetch the document',
  reading: 'Read it',
  importing: 'Turn operations into tools',
  generating: 'Generate the project',
  ready: 'Ready',
};

export interface StepState {
  step: ImportStep;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Milliseconds since the epoch. */
  startedAt?: number;
  endedAt?: number;
  done?: number;
  total?: number;
}

/** The steps as they stand before the first event; only an address is fetched. */
export function beginImport(hasFetch: boolean, now: number): StepState[] {
  const steps = IMPORT_STEPS.filter(
    (step) => step !== 'ready' && (hasFetch || step !== 'fetching'),
  );
  return steps.map((step, index) =>
    index === 0 ? { step, state: 'running', startedAt: now } : { step, state: 'waiting' },
  );
}

/** The steps after a `progress` event: earlier ones are done, this one is running. */
export function advanceImport(
  steps: StepState[],
  progress: DraftProgress,
  now: number,
): StepState[] {
  const reached = IMPORT_STEPS.indexOf(progress.step);
  return steps.map((step) => {
    const place = IMPORT_STEPS.indexOf(step.step);
    if (place < reached) return finish(step, 'done', now);
    if (place > reached) return step;
    const counts = {
      ...(progress.done === undefined ? {} : { done: progress.done }),
      ...(progress.total === undefined ? {} : { total: progress.total }),
    };
    return { ...step, ...counts, state: 'running', startedAt: step.startedAt ?? now };
  });
}

/** The steps after a failure: the running one failed, the rest never ran. */
export function failImport(steps: StepState[], now: number): StepState[] {
  return steps.map((step) => (step.state === 'running' ? finish(step, 'failed', now) : step));
}

function finish(step: StepState, state: 'done' | 'failed', now: number): StepState {
  if (step.state === 'done') return step;
  return { ...step, state, startedAt: step.startedAt ?? now, endedAt: now };
}

/** Seconds for people: `0.4 s`, `12 s`. */
export function formatElapsed(milliseconds: number): string {
  const seconds = Math.max(0, milliseconds) / 1_000;
  return seconds < 10 ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}
