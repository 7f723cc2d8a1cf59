import { patternOf } from '#app/runtime/schema/pattern/pattern.ts';
import { StepBudget } from '#app/runtime/schema/step-budget.ts';

import type { AnswerCheck, EvalTask, TaskCall } from '#app/evals/eval-file.ts';
import type { EvalRun, RunCall } from '#app/evals/runs/eval-run.ts';
import { findWrongArguments, isOfTool, matchCalls } from './match-calls.ts';

/** A tool that was chosen in place of the expected one; null: none was called. */
export interface Confusion {
  expected: string;
  chosen: string | null;
}

/** How a run did. `unheld`: the model could not be asked, which says nothing about the tools. */
export interface RunVerdict {
  status: 'passed' | 'failed' | 'unheld';
  failures: string[];
  confusions: Confusion[];
}

const MAX_PATTERN_STEPS = 500_000;
/** Characters of an answer that a failure quotes. */
const QUOTED = 120;

/** Says whether a run did what its task expects. */
export function judgeRun(task: EvalTask, run: EvalRun): RunVerdict {
  const { status, message } = run.end;
  if (status === 'failed' || status === 'refused' || status === 'stopped') {
    return { status: 'unheld', failures: [message ?? 'The run was stopped.'], confusions: [] };
  }
  const calls = run.steps.flatMap((step) => step.calls);
  const answer = run.steps.at(-1)?.text ?? '';
  const { failures, confusions } = judgeCalls(task, calls);
  const all = [
    ...failures,
    ...(task.answer ?? []).flatMap((check) => judgeAnswer(check, answer)),
    ...(run.drift ?? []),
    ...(status === 'spent' ? [message ?? 'It was not done.'] : []),
  ];
  return { status: all.length === 0 ? 'passed' : 'failed', failures: all, confusions };
}

function judgeCalls(
  { calls: expected, order = 'any', others = 'allowed' }: EvalTask,
  calls: readonly RunCall[],
): Omit<RunVerdict, 'status'> {
  if (expected === undefined) return { failures: [], confusions: [] };
  const { found, extra } = matchCalls(expected, calls, order);
  const missing = expected.filter((_each, at) => found[at] === null);
  const areRefused = others === 'refused' || expected.length === 0;
  // A second try with other arguments is no other tool.
  const foreign = extra.flatMap((at) => {
    const call = calls[at];
    return call && !expected.some((each) => isOfTool(each, call)) ? [call.name] : [];
  });
  const failures = [
    ...missing.map((each) => describeMissing(each, calls, foreign, order)),
    ...(areRefused && missing.length === 0 ? extra.map((at) => describeExtra(calls[at])) : []),
  ];
  const confusions = missing
    .filter((each) => !calls.some((call) => isOfTool(each, call)))
    .flatMap((each) => toConfusions(each, foreign));
  return { failures, confusions };
}

function toConfusions({ tool }: TaskCall, foreign: readonly string[]): Confusion[] {
  if (foreign.length === 0) return [{ expected: tool, chosen: null }];
  return [...new Set(foreign)].map((chosen) => ({ expected: tool, chosen }));
}

function describeMissing(
  each: TaskCall,
  calls: readonly RunCall[],
  foreign: readonly string[],
  order: 'any' | 'listed',
): string {
  const same = calls.filter((call) => isOfTool(each, call));
  const problems = same.map((call) => findWrongArguments(each, call));
  const closest = problems.toSorted((one, other) => one.length - other.length)[0];
  if (closest === undefined) {
    const instead = [...new Set(foreign)].join(', ');
    return `${each.tool} was not called${instead === '' ? '' : `; ${instead} was called instead`}.`;
  }
  if (closest.length > 0) {
    return `${each.tool} was called with other arguments: ${closest.join('; ')}.`;
  }
  return order === 'listed'
    ? `${each.tool} was not called in its place of the order, but as ${calls.map(({ name }) => name).join(', ')}.`
    : `${each.tool} was not called as often as expected.`;
}

function describeExtra(call: RunCall | undefined): string {
  return `${call?.name ?? 'A tool'} was called, which the task does not allow.`;
}

function judgeAnswer(check: AnswerCheck, answer: string): string[] {
  const said = answer.length > QUOTED ? `${answer.slice(0, QUOTED).toWellFormed()}…` : answer;
  const quoted = answer === '' ? 'There is no answer.' : `It says: ${said}`;
  const has = (text: string) => answer.toLowerCase().includes(text.toLowerCase());
  if ('contains' in check) {
    return has(check.contains)
      ? []
      : [`The answer does not contain "${check.contains}". ${quoted}`];
  }
  if ('lacks' in check) {
    return has(check.lacks) ? [`The answer contains "${check.lacks}". ${quoted}`] : [];
  }
  const pattern = patternOf(check.matches);
  const isMatch = pattern?.matches(answer, new StepBudget(MAX_PATTERN_STEPS)) === true;
  return isMatch ? [] : [`The answer does not match ${check.matches}. ${quoted}`];
}
