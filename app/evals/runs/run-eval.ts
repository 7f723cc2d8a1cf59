import type { CallTool } from '#app/evals/loop/call-outcome.ts';
import { toToldText } from '#app/evals/loop/call-outcome.ts';
import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import type { AskModel } from '#app/evals/loop/step.ts';
import { runLoop, type LoopCall } from '#app/evals/loop/run-loop.ts';
import {
  DEFAULT_INSTRUCTIONS,
  DEFAULT_RUNS,
  DEFAULT_STEPS,
  type EvalFile,
  type EvalTask,
} from '#app/evals/eval-file.ts';
import type { EvalRun, RunKey } from './eval-run.ts';

/** A model that an eval asks; each run has a conversation of its own. */
export interface EvalModel {
  id: string;
  label: string;
  begin: (key: RunKey) => AskModel;
}

/** The servers whose tools a model is given at the same time. */
export interface EvalTarget {
  id: string;
  name: string;
  catalog: readonly CatalogTool[];
  call: CallTool;
}

/** All that an eval holds: each task, with each model at each target. */
export interface EvalPlan {
  file: EvalFile;
  models: readonly EvalModel[];
  targets: readonly EvalTarget[];
  /** Instead of the file's own. */
  runs?: number | undefined;
}

export interface EvalOptions {
  signal: AbortSignal;
  /** Called before a run, and with each one that has ended. */
  onBegin?: (key: RunKey) => void;
  onRun?: (run: EvalRun) => void;
}

const SKIPPED =
  'Not called: this evaluation does not call tools that destroy something. Assume that it succeeded.';

/** The runs of a plan, in their order. */
export function listRuns({ file, models, targets, runs }: EvalPlan): RunKey[] {
  const times = Array.from({ length: runs ?? file.runs ?? DEFAULT_RUNS }, (_, index) => index + 1);
  return targets.flatMap((target) =>
    models.flatMap((model) =>
      file.tasks.flatMap((task) =>
        times.map((run) => ({ task: task.id, model: model.id, target: target.id, run })),
      ),
    ),
  );
}

/**
 * Holds all runs, one after the other, since servers keep state; it ends early where it is stopped. A model that
 * may not be asked any more (its turns are used) is not asked again.
 */
export async function runEval(plan: EvalPlan, options: EvalOptions): Promise<EvalRun[]> {
  const held: EvalRun[] = [];
  const refused = new Map<string, string | null>();
  for (const key of listRuns(plan)) {
    if (options.signal.aborted) break;
    if (refused.has(key.model)) {
      const end = { status: 'refused' as const, message: refused.get(key.model) ?? null };
      held.push({ ...key, end, steps: [] });
      continue;
    }
    options.onBegin?.(key);
    const run = await holdRun(plan, key, options.signal);
    // Half a conversation says nothing.
    if (run.end.status === 'stopped') break;
    if (run.end.status === 'refused') refused.set(key.model, run.end.message);
    held.push(run);
    options.onRun?.(run);
  }
  return held;
}

async function holdRun(plan: EvalPlan, key: RunKey, signal: AbortSignal): Promise<EvalRun> {
  const { file } = plan;
  const task = require(file.tasks, key.task);
  const model = require(plan.models, key.model);
  const target = require(plan.targets, key.target);
  const steps: EvalRun['steps'] = [];
  const end = await runLoop({
    ask: model.begin(key),
    call: file.destructive === 'call' ? target.call : skipDestructive(target.call),
    catalog: target.catalog,
    instructions: file.instructions ?? DEFAULT_INSTRUCTIONS,
    messages: [toQuestion(task)],
    maxSteps: file.maxSteps ?? DEFAULT_STEPS,
    signal,
    onStep: ({ text, finish, usage, milliseconds }) =>
      steps.push({ text, calls: [], finish, usage, milliseconds }),
    onCall: (call) => {
      if (call.outcome !== null) steps.at(-1)?.calls.push(toRunCall(call, call.outcome));
    },
  });
  return { ...key, end, steps };
}

/** The message of a task. */
function toQuestion({ say }: EvalTask) {
  return { role: 'user' as const, text: say };
}

function skipDestructive(call: CallTool): CallTool {
  return async (tool, input, signal) => {
    if (tool.risk !== 'destroys') return call(tool, input, signal);
    return { result: null, problem: SKIPPED, isError: false, milliseconds: 0 };
  };
}

function toRunCall(call: LoopCall, outcome: NonNullable<LoopCall['outcome']>) {
  const { id, wire, tool, input, unread } = call;
  return {
    id,
    wire,
    name: tool?.name ?? wire,
    server: tool?.server.name ?? null,
    input,
    ...(unread === null ? {} : { unread }),
    told: toToldText(outcome),
    isError: outcome.isError,
    milliseconds: outcome.milliseconds,
  };
}

function require<Item extends { id: string }>(items: readonly Item[], id: string): Item {
  const found = items.find((item) => item.id === id);
  if (found === undefined) throw new Error(`The plan has no ${id}.`);
  return found;
}
