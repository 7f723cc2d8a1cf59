import type { LoopCall, LoopEnd } from '#app/evals/loop/run-loop.ts';
import { addUsage, NO_STEP_USAGE, type ModelStep, type StepUsage } from '#app/evals/loop/step.ts';

/** A part of an answer: words of the model, or a call of a tool. */
export type TalkPart =
  | { kind: 'text'; text: string }
  /** `isAsking`: it waits for the person. */
  | { kind: 'call'; call: LoopCall; isAsking: boolean };

/** A message of the person, and the answer to it. */
export interface TalkTurn {
  id: number;
  say: string;
  model: string;
  parts: readonly TalkPart[];
  usage: StepUsage;
  steps: number;
  /** Why the model has not answered yet; null: it has, or nothing is known. */
  waiting: string | null;
  /** Null while it runs. */
  end: LoopEnd | null;
}

export function newTurnOf(id: number, say: string, model: string): TalkTurn {
  const usage = NO_STEP_USAGE;
  return { id, say, model, parts: [], usage, steps: 0, waiting: null, end: null };
}

/** The turn with further words of the model. */
export function withText(turn: TalkTurn, delta: string): TalkTurn {
  const last = turn.parts.at(-1);
  const parts =
    last?.kind === 'text'
      ? turn.parts.with(-1, { kind: 'text' as const, text: last.text + delta })
      : [...turn.parts, { kind: 'text' as const, text: delta }];
  return { ...turn, parts, waiting: null };
}

/** The turn with a call that begins, is asked about, or has ended. */
export function withCall(turn: TalkTurn, call: LoopCall, isAsking: boolean): TalkTurn {
  const part = { kind: 'call' as const, call, isAsking };
  const at = turn.parts.findIndex((each) => each.kind === 'call' && each.call.id === call.id);
  return { ...turn, parts: at === -1 ? [...turn.parts, part] : turn.parts.with(at, part) };
}

export function withStep(turn: TalkTurn, { usage }: ModelStep): TalkTurn {
  const sum = addUsage([turn.usage, usage]);
  return { ...turn, usage: sum, steps: turn.steps + 1, waiting: null };
}
