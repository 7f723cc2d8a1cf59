import type { EvalFile } from '#app/evals/eval-file.ts';
import type { AskModel } from '#app/evals/loop/step.ts';
import { fail, succeed } from '#app/platform/result.ts';

import type { EvalRun, RunKey } from './eval-run.ts';
import type { Recording } from './recording.ts';
import { runEval, type EvalModel, type EvalTarget } from './run-eval.ts';

/**
 * The recorded runs as they are judged by a file, whose tasks may expect something else by now. A task that was
 * not recorded has a run that says so.
 */
export function replayRuns(recording: Recording, file: EvalFile): EvalRun[] {
  const { runs, models, targets } = recording;
  const kept = runs.filter((run) => file.tasks.some(({ id }) => id === run.task));
  const missing = file.tasks.filter(({ id }) => !runs.some((run) => run.task === id));
  const unrecorded = missing.map(({ id }): EvalRun => ({
    task: id,
    model: models[0]?.id ?? '',
    target: targets[0]?.id ?? '',
    run: 1,
    end: { status: 'failed', message: `The task ${id} was not recorded.` },
    steps: [],
  }));
  return [...kept, ...unrecorded];
}

/**
 * Replays what the models said against servers: each recorded call is made again. Where a call fails that did not
 * fail, or the other way round, the run has drifted.
 */
export async function replayAgainst(
  recording: Recording,
  file: EvalFile,
  target: EvalTarget,
  signal: AbortSignal,
): Promise<EvalRun[]> {
  const recorded = recording.targets[0];
  if (recorded === undefined) return [];
  const known = replayRuns(recording, file).filter((run) => run.target === recorded.id);
  const held: EvalRun[] = [];
  for (const run of known) {
    if (signal.aborted) break;
    held.push(run.steps.length === 0 ? run : await replayRun(run, file, target, signal));
  }
  return held;
}

async function replayRun(
  recorded: EvalRun,
  file: EvalFile,
  target: EvalTarget,
  signal: AbortSignal,
): Promise<EvalRun> {
  const model: EvalModel = {
    id: recorded.model,
    label: recorded.model,
    begin: () => toRecordedModel(recorded),
  };
  const tasks = file.tasks.filter(({ id }) => id === recorded.task);
  const plan = { file: { ...file, tasks }, models: [model], targets: [target], runs: 1 };
  const [again] = await runEval(plan, { signal });
  if (again === undefined) return recorded;
  const key: RunKey = { ...recorded, target: target.id };
  return { ...again, ...toKey(key), drift: findDrift(recorded, again) };
}

function toKey({ task, model, target, run }: RunKey): RunKey {
  return { task, model, target, run };
}

/** A model that says what was recorded, step by step. */
function toRecordedModel({ steps, end }: EvalRun): AskModel {
  let at = 0;
  return () => {
    const step = steps[at];
    at += 1;
    if (step === undefined) {
      const message = end.message ?? 'The recording ends here.';
      return Promise.resolve(fail({ reason: 'failed' as const, message }));
    }
    const { text, calls, finish, usage, milliseconds } = step;
    const asked = calls.map(({ id, wire, input, unread }) => ({
      id,
      tool: wire,
      input,
      ...(unread === undefined ? {} : { unread }),
    }));
    return Promise.resolve(succeed({ text, calls: asked, finish, usage, milliseconds }));
  };
}

function findDrift(recorded: EvalRun, again: EvalRun): string[] {
  const before = recorded.steps.flatMap((step) => step.calls);
  const now = again.steps.flatMap((step) => step.calls);
  return before.flatMap((call, index) => {
    const other = now[index];
    if (other === undefined || other.isError === call.isError) return [];
    return other.isError
      ? [`${call.name} answered when this was recorded, and fails now: ${other.told.slice(0, 200)}`]
      : [`${call.name} failed when this was recorded, and answers now.`];
  });
}
