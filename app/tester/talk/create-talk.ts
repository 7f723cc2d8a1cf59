import { DEFAULT_INSTRUCTIONS } from '#app/evals/eval-file.ts';
import type { CallTool } from '#app/evals/loop/call-outcome.ts';
import { runLoop, type LoopCall } from '#app/evals/loop/run-loop.ts';
import type { AskModel, StepMessage } from '#app/evals/loop/step.ts';
import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import { createStore, type Store } from '#app/tester/connected/store.ts';

import { asksFirst } from './asks-first.ts';
import { newTurnOf, withCall, withStep, withText, type TalkTurn } from './talk-state.ts';

/** Answers of the model to one message at most. */
const MAX_STEPS = 20;

const DENIED = 'Not called: the person did not allow it.';

export type Decision = 'call' | 'always' | 'deny';

export interface SaidMessage {
  say: string;
  ask: AskModel;
  /** The model's name, for the person. */
  model: string;
  /** The person names the tools, as with the built-in model. */
  isNamedByPerson: boolean;
  catalog: readonly CatalogTool[];
  call: CallTool;
}

/** A conversation with servers. */
export interface Talk extends Pick<Store<readonly TalkTurn[]>, 'get' | 'subscribe'> {
  /** Does nothing while an answer is under way. */
  send: (message: SaidMessage) => Promise<void>;
  stop: () => void;
  /** Decides on a call that waits. */
  decide: (callId: string, decision: Decision) => void;
  /** Begins anew; stops what runs. */
  clear: () => void;
}

/** A conversation that goes on while nobody looks at it. */
export function createTalk(): Talk {
  const store = createStore<readonly TalkTurn[]>([]);
  const allowed = new Set<string>();
  const waiting = new Map<string, (decision: Decision) => void>();
  let messages: StepMessage[] = [];
  let running: AbortController | null = null;
  let count = 0;

  /** Changes a turn, unless the conversation was cleared. */
  const change = (id: number, to: (turn: TalkTurn) => TalkTurn) =>
    store.set(store.get().map((turn) => (turn.id === id ? to(turn) : turn)));

  const refuse = async (id: number, call: LoopCall, message: SaidMessage, signal: AbortSignal) => {
    const { tool } = call;
    if (tool === null || !asksFirst(tool, message.isNamedByPerson)) return null;
    const place = JSON.stringify([tool.server.id, tool.name]);
    if (allowed.has(place)) return null;
    change(id, (turn) => withCall(turn, call, true));
    const decision = await new Promise<Decision>((resolve) => {
      waiting.set(call.id, resolve);
      signal.addEventListener('abort', () => resolve('deny'), { once: true });
    });
    waiting.delete(call.id);
    if (decision === 'always') allowed.add(place);
    change(id, (turn) => withCall(turn, call, false));
    return decision === 'deny' ? DENIED : null;
  };

  const send = async (message: SaidMessage) => {
    if (running !== null) return;
    const abort = new AbortController();
    running = abort;
    count += 1;
    const id = count;
    const told: StepMessage[] = [...messages, { role: 'user', text: message.say }];
    messages = told;
    store.set([...store.get(), newTurnOf(id, message.say, message.model)]);
    const end = await runLoop({
      ask: message.ask,
      call: message.call,
      catalog: message.catalog,
      instructions: DEFAULT_INSTRUCTIONS,
      messages: told,
      maxSteps: MAX_STEPS,
      signal: abort.signal,
      refuse: (call) => refuse(id, call, message, abort.signal),
      onText: (delta) => change(id, (turn) => withText(turn, delta)),
      onWaiting: (reason) => change(id, (turn) => ({ ...turn, waiting: reason })),
      onStep: (step) => change(id, (turn) => withStep(turn, step)),
      onCall: (call) => change(id, (turn) => withCall(turn, call, false)),
      onMessage: (said) => {
        if (running === abort) messages = [...messages, said];
      },
    });
    change(id, (turn) => ({ ...turn, end, waiting: null }));
    if (running === abort) running = null;
  };

  return {
    get: store.get,
    subscribe: store.subscribe,
    send,
    stop: () => running?.abort(),
    decide: (callId, decision) => waiting.get(callId)?.(decision),
    clear: () => {
      running?.abort();
      running = null;
      messages = [];
      store.set([]);
    },
  };
}
