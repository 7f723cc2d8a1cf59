import { EvalTask, type AnswerCheck, type TaskCall } from '#app/evals/eval-file.ts';
import { describeIssue } from '#app/evals/describe-issue.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';
import { isJsonObject, parseJson, type JsonObject } from '#app/runtime/json.ts';

export type AnswerKind = 'contains' | 'lacks' | 'matches';

/** A task as it is edited: arguments are text until they are read. */
export interface TaskForm {
  id: string;
  say: string;
  /** Whether calls are expected at all, and whether none may be made. */
  mode: 'calls' | 'none' | 'any';
  calls: { tool: string; server: string; arguments: string; onlyThese: boolean }[];
  order: 'any' | 'listed';
  others: 'allowed' | 'refused';
  answer: { kind: AnswerKind; text: string }[];
}

/** A new task, which no other has the id of. */
export function newTaskForm(ids: readonly string[]): TaskForm {
  const numbers = ids.map((_id, index) => `task-${index + 1}`);
  const id = [...numbers, `task-${ids.length + 1}`].find((each) => !ids.includes(each)) ?? 'task';
  return {
    id,
    say: '',
    mode: 'calls',
    calls: [NEW_CALL],
    order: 'any',
    others: 'allowed',
    answer: [],
  };
}

export const NEW_CALL: TaskForm['calls'][number] = {
  tool: '',
  server: '',
  arguments: '',
  onlyThese: false,
};

export function toTaskForm({ id, say, calls, order, others, answer }: EvalTask): TaskForm {
  return {
    id,
    say,
    mode: calls === undefined ? 'any' : calls.length === 0 ? 'none' : 'calls',
    calls: (calls ?? []).map((call) => ({
      tool: call.tool,
      server: call.server ?? '',
      arguments: call.arguments === undefined ? '' : JSON.stringify(call.arguments),
      onlyThese: call.onlyThese ?? false,
    })),
    order: order ?? 'any',
    others: others ?? 'allowed',
    answer: (answer ?? []).map(toAnswerForm),
  };
}

/** The task of a form, or a sentence that says what is missing. */
export function readTaskForm(
  form: TaskForm,
): Result<EvalTask, { reason: 'invalid'; message: string }> {
  const invalid = (message: string) => fail({ reason: 'invalid' as const, message });
  const calls: unknown[] = [];
  for (const each of form.mode === 'calls' ? form.calls : []) {
    if (each.tool === '') return invalid('Choose the tool that is expected.');
    const read = readArguments(each.arguments);
    if (typeof read === 'string') return invalid(`The arguments of ${each.tool}: ${read}`);
    calls.push({
      tool: each.tool,
      ...(each.server === '' ? {} : { server: each.server }),
      ...(read === null ? {} : { arguments: read }),
      ...(each.onlyThese ? { onlyThese: true } : {}),
    });
  }
  const answer = form.answer
    .filter(({ text }) => text.trim() !== '')
    .map(({ kind, text }) => ({ [kind]: text }));
  const task = EvalTask.safeParse({
    id: form.id,
    say: form.say.trim(),
    ...(form.mode === 'any' ? {} : { calls }),
    ...(form.mode === 'calls' && form.order === 'listed' ? { order: 'listed' } : {}),
    ...(form.mode === 'calls' && form.others === 'refused' ? { others: 'refused' } : {}),
    ...(answer.length === 0 ? {} : { answer }),
  });
  if (task.success) return succeed(task.data);
  if (form.say.trim() === '') return invalid('Say what a person would ask for.');
  const [issue] = task.error.issues;
  return invalid(issue === undefined ? 'The task is invalid.' : `${describeIssue(issue)}.`);
}

/** The expectation of a task in one line. */
export function describeExpectation({ calls, answer, order }: EvalTask): string {
  const between = order === 'listed' ? ', then ' : ', ';
  const called =
    calls === undefined
      ? []
      : [calls.length === 0 ? 'calls no tool' : `calls ${calls.map(describeCall).join(between)}`];
  const said = (answer ?? []).map((check) => {
    const { kind, text } = toAnswerForm(check);
    return `answer ${kind} “${text}”`;
  });
  return [...called, ...said].join('; ') || 'is answered';
}

function describeCall({ tool, server, arguments: given }: TaskCall): string {
  const place = server === undefined ? '' : ` at ${server}`;
  return `${tool}${place}${given === undefined ? '' : ` with ${Object.keys(given).join(', ')}`}`;
}

function toAnswerForm(check: AnswerCheck): TaskForm['answer'][number] {
  if ('contains' in check) return { kind: 'contains', text: check.contains };
  if ('lacks' in check) return { kind: 'lacks', text: check.lacks };
  return { kind: 'matches', text: check.matches };
}

/** Null where none are expected; a sentence where they are no JSON object. */
function readArguments(text: string): JsonObject | string | null {
  if (text.trim() === '') return null;
  try {
    const read = parseJson(text);
    return isJsonObject(read) ? read : 'they have to be a JSON object, such as {"a": 2}.';
  } catch {
    return 'they are not valid JSON; an example is {"a": 2}.';
  }
}
