import type { TurnCaller } from '#app/chat/turns/admit-turn.server.ts';
import { updateDraft, type DraftBindings } from '#app/drafts/store.server.ts';
import type { Result } from '#app/platform/result.ts';
import { limitStub, PATIENT_MS } from '#app/platform/stores/limit-stub.server.ts';

import type { AutopilotGoal, AutopilotState } from './autopilot-state.ts';

/** The calls of a draft's object that read its autopilot run. */
interface AutopilotReads extends Rpc.DurableObjectBranded {
  /** The run that goes on, or was the last; null where there was none. */
  readAutopilot(): AutopilotState | null;
}

/** All calls of a draft's object that concern autopilot. */
export interface AutopilotCalls extends AutopilotReads {
  /** Begins to work towards a goal, turn after turn; refused while that is going on. */
  beginAutopilot(goal: AutopilotGoal, who: TurnCaller): Result<AutopilotState, { reason: 'busy' }>;
  /** Ends the run, and the turn that it waits for. */
  stopAutopilot(): Promise<void>;
}

/** The object that autopilot runs in: the one of its draft. */
export function toAutopilotStub(env: DraftBindings, id: string): DurableObjectStub<AutopilotReads> {
  return limitStub(env.DRAFTS.get(env.DRAFTS.idFromName(id)));
}

/** Begins a run in the draft's object. */
export function beginRun(env: DraftBindings, id: string, goal: AutopilotGoal, who: TurnCaller) {
  return updateDraft(env, id, (stub: DurableObjectStub<AutopilotCalls>) =>
    stub.beginAutopilot(goal, who),
  );
}

/** Ends the run in the draft's object, and the turn that it waits for. */
export function stopRun(env: DraftBindings, id: string) {
  const stop = (stub: DurableObjectStub<AutopilotCalls>) => stub.stopAutopilot();
  return updateDraft(env, id, stop, PATIENT_MS);
}
