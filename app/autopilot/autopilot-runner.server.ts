import type { UIMessage } from 'ai';

import type { ReportAnswer } from '#app/builder/tools/run-checks.ts';
import { toChatParts } from '#app/chat/chat-problem.server.ts';
import type { TurnStatus } from '#app/chat/chat-state.ts';
import type { TurnDiff } from '#app/chat/points/turn-diff.ts';
import type { Ask, AskFailure } from '#app/chat/turns/ask.ts';
import type { TurnRunner } from '#app/chat/turns/turn-runner.server.ts';
import { cutCredentials } from '#app/platform/credentials/cut-credentials.ts';
import { randomId } from '#app/platform/ids.ts';
import { createLog } from '#app/platform/log.ts';
import { findStored } from '#app/platform/read-stored.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import { AutopilotState, askOfRound, createRun, reduceAutopilot } from './autopilot-state.ts';
import type { AutopilotEnd, AutopilotEvent, AutopilotGoal, Round } from './autopilot-state.ts';
import { readRound, readUsage } from './read-round.ts';

/** The server after a round. */
export interface JudgedRound {
  report: ReportAnswer;
  /** The differences that the round made; null where the server is what it was. */
  diff: TurnDiff | null;
  /** It has no tools. */
  isEmpty: boolean;
}

/** The operations that a run needs from the object that it runs in. */
export interface AutopilotPorts {
  /** Begins a turn, as a person's message would. */
  ask: (
    ask: Ask,
  ) => Promise<Result<ReadableStream<Uint8Array>, AskFailure | { reason: 'unknown' | 'expired' }>>;
  readAnswer: TurnRunner['readAnswer'];
  /** Looks at the server after the turn of an answer. */
  judge: (answer: string) => Promise<JudgedRound>;
  /** Stops the turn that runs. */
  stop: () => Promise<unknown>;
}

/**
 * Turn after turn in a draft's object until the report is as good as it was to be. Every round is a
 * turn like any other: it streams, counts and can be stopped as such.
 */
export class AutopilotRunner {
  readonly #kv: DurableObjectStorage['kv'];

  constructor({ kv }: DurableObjectStorage) {
    this.#kv = kv;
  }

  /** The current or the last run; null if there was none. One that cannot be read is dropped. */
  read(): AutopilotState | null {
    const stored = this.#kv.get('autopilot');
    const run = findStored(AutopilotState, stored, 'The autopilot run');
    if (run === null && stored !== undefined) this.forget();
    return run;
  }

  /** Ends a run that nobody drives any more, after a restart of the object. */
  wake(now: number): void {
    this.end('stopped', now, 'It was interrupted. Start it again to continue.');
  }

  /** Begins a run; refused while another one is going on. */
  begin(
    goal: AutopilotGoal,
    now: number,
    ports: AutopilotPorts,
  ): Result<AutopilotState, { reason: 'busy' }> {
    if (this.read()?.end === null) return fail({ reason: 'busy' });
    const state = createRun({ ...goal, goal: cutCredentials(goal.goal).text }, now);
    this.#kv.put('autopilot', state);
    this.#run(ports).catch((error: unknown) => {
      createLog({}).error('autopilot.failed', { error });
      this.end('failed', Date.now(), 'Autopilot failed. Everything done so far is kept.');
    });
    return succeed(state);
  }

  /** Ends the run; the changes of its rounds stay. */
  end(why: AutopilotEnd, now: number, note?: string): void {
    this.#apply({ kind: 'end', why, ...(note === undefined ? {} : { note }) }, now);
  }

  forget(): void {
    this.#kv.delete('autopilot');
  }

  async #run(ports: AutopilotPorts): Promise<void> {
    let report: ReportAnswer | null = null;
    for (let state = this.read(); state?.end === null; state = this.read()) {
      report = await this.#round(ports, askOfRound(state, report));
    }
  }

  async #round(ports: AutopilotPorts, text: string): Promise<ReportAnswer | null> {
    const ids = { turn: randomId(), answer: randomId() };
    const message: UIMessage = { id: randomId(), role: 'user', parts: [{ type: 'text', text }] };
    const asked = await ports.ask({ kind: 'send', ...ids, message });
    if (!asked.ok) {
      this.end('refused', Date.now(), toChatParts(asked).detail);
      return null;
    }
    // Whoever stopped the run before its turn began found no turn to stop.
    if (this.read()?.end !== null) {
      await ports.stop();
      return null;
    }
    this.#apply({ kind: 'round', asked: text, answer: ids.answer }, Date.now());
    await drain(asked.value);
    const answer = ports.readAnswer(ids.answer);
    this.#apply(
      { kind: 'used', answer: ids.answer, usage: readUsage(answer?.message) },
      Date.now(),
    );
    const { report, diff, isEmpty } = await ports.judge(ids.answer);
    const isBlank = isEmpty && answer?.status === 'done';
    const outcome = { ...readRound(answer?.message), diff, isBlank };
    const status = statusOf(answer?.status);
    this.#apply({ kind: 'settled', status, report, outcome }, Date.now());
    return report;
  }

  #apply(event: AutopilotEvent, now: number): void {
    const state = this.read();
    if (state) this.#kv.put('autopilot', reduceAutopilot(state, event, now));
  }
}

async function drain(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const piece of stream) void piece;
}

function statusOf(status: TurnStatus | undefined): Exclude<Round['status'], 'running'> {
  // Out of budget, but not out of rounds: the next one goes on.
  if (status === 'spent') return 'done';
  if (status === 'done' || status === 'stopped' || status === 'interrupted') return status;
  return 'failed';
}
