import { addUsage } from '#app/evals/loop/step.ts';
import type { EvalFile } from '#app/evals/eval-file.ts';
import { judgeRun, type RunVerdict } from '#app/evals/judging/judge-run.ts';
import type { EvalRun } from '#app/evals/runs/eval-run.ts';

/** A run with what is said of it. */
export interface JudgedRun {
  run: EvalRun;
  verdict: RunVerdict;
}

/** The row of one model at one target. */
export interface ModelScore {
  model: string;
  target: string;
  passed: number;
  failed: number;
  /** Runs in which the model could not be asked. */
  unheld: number;
  /** From 0 to 1, of the runs that were held; null: none was. */
  passRate: number | null;
  /** Calls of tools, and failed ones among them. */
  calls: number;
  failedCalls: number;
  steps: number;
  input: number;
  cached: number;
  output: number;
  /** US dollars; null: the price is not known. */
  cost: number | null;
  /** Of all its answers. */
  milliseconds: number;
}

/** Outcomes of one task with one model at one target. */
export interface TaskScore {
  task: string;
  model: string;
  target: string;
  passed: number;
  held: number;
  /** The failures of all its runs, the most frequent first. */
  failures: { text: string; count: number }[];
}

export interface EvalReport {
  scores: ModelScore[];
  tasks: TaskScore[];
  runs: JudgedRun[];
}

/** Judges runs by the tasks of a file; runs of tasks that it does not have are left out. */
export function reportRuns(file: EvalFile, runs: readonly EvalRun[]): EvalReport {
  const judged = runs.flatMap((run): JudgedRun[] => {
    const task = file.tasks.find(({ id }) => id === run.task);
    return task ? [{ run, verdict: judgeRun(task, run) }] : [];
  });
  const places = Map.groupBy(judged, ({ run }) => JSON.stringify([run.target, run.model]));
  const byTask = Map.groupBy(judged, ({ run }) =>
    JSON.stringify([run.task, run.target, run.model]),
  );
  return {
    scores: [...places.values()].map(toScore),
    tasks: [...byTask.values()].map(toTaskScore),
    runs: judged,
  };
}

/** The share of all runs that passed; null: none was held. */
export function passRateOf({ scores }: Pick<EvalReport, 'scores'>): number | null {
  return toRate(sum(scores, 'passed'), sum(scores, 'failed'));
}

function toScore(all: readonly JudgedRun[]): ModelScore {
  const { model = '', target = '' } = all[0]?.run ?? {};
  const passed = countOf(all, 'passed');
  const failed = countOf(all, 'failed');
  const steps = all.flatMap(({ run }) => run.steps);
  const calls = steps.flatMap((step) => step.calls);
  return {
    model,
    target,
    passed,
    failed,
    unheld: countOf(all, 'unheld'),
    passRate: toRate(passed, failed),
    calls: calls.length,
    failedCalls: calls.filter(({ isError }) => isError).length,
    steps: steps.length,
    ...addUsage(steps.map(({ usage }) => usage)),
    milliseconds: steps.reduce((total, step) => total + step.milliseconds, 0),
  };
}

function toTaskScore(all: readonly JudgedRun[]): TaskScore {
  const { task = '', model = '', target = '' } = all[0]?.run ?? {};
  const texts = Map.groupBy(
    all.flatMap(({ verdict }) => verdict.failures),
    (text) => text,
  );
  const failures = [...texts].map(([text, { length: count }]) => ({ text, count }));
  return {
    task,
    model,
    target,
    passed: countOf(all, 'passed'),
    held: all.length - countOf(all, 'unheld'),
    failures: failures.toSorted((one, other) => other.count - one.count),
  };
}

function countOf(all: readonly JudgedRun[], status: RunVerdict['status']): number {
  return all.filter(({ verdict }) => verdict.status === status).length;
}

function sum(scores: readonly ModelScore[], key: 'passed' | 'failed'): number {
  return scores.reduce((total, score) => total + score[key], 0);
}

function toRate(passed: number, failed: number): number | null {
  return passed + failed === 0 ? null : passed / (passed + failed);
}
