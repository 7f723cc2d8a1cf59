import type { TurnCaller } from '#app/chat/turns/admit-turn.server.ts';
import { dropCachedHead } from '#app/drafts/head-cache.server.ts';
import type { DraftBindings } from '#app/drafts/store.server.ts';
import type { Result } from '#app/platform/result.ts';

import type { AutopilotGoal, AutopilotState } from './autopilot-state.ts';

/** The calls of a draft's object that concern autopilot. */
export interface AutopilotCalls extends Rpc.DurableObjectBranded {
  /** Begins to work towards a goal, turn after turn; refused while that is going on. */
  beginAutopilot(goal: AutopilotGoal, who: TurnCaller): Result<AutopilotState, { reason: 'busy' }>;
  /** The run that goes on, or was the last; null where there was none. */
  readAutopilot(): AutopilotState | null;
  /** Ends the run, and the turn that it waits for. */
  stopAutopilot(): Promise<void>;
}

/** The object that autopilot runs in: the one of its draft. */
export function toAutopilotStub(env: DraftBindings, id: string): DurableObjectStub<AutopilotCalls> {
  return env.DRAFTS.get(env.DRAFTS.idFromName(id));
}

/** Begins a run in the draft's object. The draft's endpoint serves what the run makes of it at once. */
export async function beginRun(
  env: DraftBindings,
  id: string,
  goal: AutopilotGoal,
  who: TurnCaller,
) {
  const begun = await toAutopilotStub(env, id).beginAutopilot(goal, who);
  dropCachedHead(id);
  return begun;
}
