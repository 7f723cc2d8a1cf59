import { DEFAULT_INSTRUCTIONS } from '#app/evals/eval-file.ts';
import type { CallTool } from '#app/evals/loop/call-outcome.ts';
import { runLoop, type LoopCall } from '#app/evals/loop/run-loop.ts';
import type { AskModel, StepMessage } from '#app/evals/loop/step.ts';
import type { CatalogTool } from '#app/evals/loop/tool-catalog.ts';
import { createStore } from '#app/tester/connected/store.ts';

import { asksFirst } from './asks-first.ts';
import { newTurnOf, withCall, withStep, withText, type TalkTurn } from './talk-state.ts';

/** Answers of the model to one message at most. */
const MAX_STEPS = 20;

const DENIED = 'Not called: the person did not allow it.';

export type CallDecision = 'call' | 'always' | 'deny';

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

/** A conversation with servers, which goes on while nobody looks at it. */
export class Talk {
  readonly #turns = createStore<readonly TalkTurn[]>([]);
  /** Tools that are called without asking again. */
  readonly #allowed = new Set<string>();
  readonly #waiting = new Map<string, (decision: CallDecision) => void>();
  #messages: StepMessage[] = [];
  #running: AbortController | null = null;
  #count = 0;

  readonly get = this.#turns.get;
  readonly subscribe = this.#turns.subscribe;

  /** Sends a message, and follows its answer to the end; does nothing while one is under way. */
  readonly send = async (message: SaidMessage): Promise<void> => {
    if (this.#running !== null) return;
    const abort = new AbortController();
    this.#running = abort;
    this.#count += 1;
    const id = this.#count;
    const turn = newTurnOf(id, message.say, message.model);
    this.#messages = [...this.#messages, { role: 'user', text: message.say }];
    this.#turns.set([...this.#turns.get(), turn]);
    const { ask, call, catalog } = message;
    const end = await runLoop({
      ask,
      call,
      catalog,
      instructions: DEFAULT_INSTRUCTIONS,
      messages: this.#messages,
      maxSteps: MAX_STEPS,
      signal: abort.signal,
      refuse: (each) => this.#refuse(id, each, message, abort.signal),
      onText: (delta) => this.#change(id, (now) => withText(now, delta)),
      onWaiting: (waiting) => this.#change(id, (now) => ({ ...now, waiting })),
      onStep: (step) => this.#change(id, (now) => withStep(now, step)),
      onCall: (each) => this.#change(id, (now) => withCall(now, each, false)),
      onMessage: (said) => {
        if (this.#running === abort) this.#messages = [...this.#messages, said];
      },
    });
    this.#change(id, (now) => ({ ...now, end, waiting: null }));
    if (this.#running === abort) this.#running = null;
  };

  readonly stop = (): void => this.#running?.abort();

  /** Decides on a call that waits. */
  readonly decide = (callId: string, decision: CallDecision): void =>
    this.#waiting.get(callId)?.(decision);

  /** Begins anew, and stops what runs. */
  readonly clear = (): void => {
    this.#running?.abort();
    this.#running = null;
    this.#messages = [];
    this.#turns.set([]);
  };

  /** Changes a turn, unless the conversation was cleared. */
  #change(id: number, to: (turn: TalkTurn) => TalkTurn): void {
    this.#turns.set(this.#turns.get().map((turn) => (turn.id === id ? to(turn) : turn)));
  }

  /** Asks the person about a call that may destroy something; a sentence why it is not made, or null. */
  async #refuse(
    id: number,
    call: LoopCall,
    { isNamedByPerson }: SaidMessage,
    signal: AbortSignal,
  ): Promise<string | null> {
    const { tool } = call;
    if (tool === null || !asksFirst(tool, isNamedByPerson)) return null;
    const place = JSON.stringify([tool.server.id, tool.name]);
    if (this.#allowed.has(place)) return null;
    this.#change(id, (turn) => withCall(turn, call, true));
    const decision = await new Promise<CallDecision>((resolve) => {
      this.#waiting.set(call.id, resolve);
      signal.addEventListener('abort', () => resolve('deny'), { once: true });
    });
    this.#waiting.delete(call.id);
    if (decision === 'always') this.#allowed.add(place);
    this.#change(id, (turn) => withCall(turn, call, false));
    return decision === 'deny' ? DENIED : null;
  }
}
