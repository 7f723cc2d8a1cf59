import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { BlueprintSummary, DraftView } from '#app/drafts/draft.ts';

/** State of the server's screen: its draft, and the edits under way. */
export interface DraftScreenState {
  /** As the server answered last. */
  draft: DraftView;
  /** Shown: with edits that are still on their way. Null until a large one is loaded. */
  blueprint: Blueprint | null;
  failure: RequestFailure | null;
  /**
   * How often the draft was read anew: related data (its restore points) may have changed as well.
   */
  reads: number;
}

export type DraftScreenEvent =
  /** An edit is shown before the server has it. */
  | { kind: 'edited'; blueprint: Blueprint }
  /** The server has it; `isSettled` where no other edit is on its way. */
  | { kind: 'saved'; draft: DraftView; isSettled: boolean }
  /** The draft was read anew: nothing of ours is on its way any more. */
  | { kind: 'loaded'; draft: DraftView; blueprint?: Blueprint }
  | { kind: 'failed'; failure: RequestFailure }
  | { kind: 'failureSeen' };

export function beginDraftScreen(draft: DraftView): DraftScreenState {
  return { draft, blueprint: toWhole(draft.blueprint), failure: null, reads: 0 };
}

/** The next state of the screen. */
export function reduceDraftScreen(
  state: DraftScreenState,
  event: DraftScreenEvent,
): DraftScreenState {
  switch (event.kind) {
    case 'edited':
      return { ...state, blueprint: event.blueprint, failure: null };
    case 'saved': {
      const whole = event.isSettled ? toWhole(event.draft.blueprint) : null;
      return { ...state, draft: event.draft, blueprint: whole ?? state.blueprint };
    }
    case 'loaded':
      return {
        ...state,
        reads: state.reads + 1,
        draft: event.draft,
        blueprint: event.blueprint ?? toWhole(event.draft.blueprint),
        // A network failure is over now that the server was reached; a refusal stays.
        failure: state.failure?.reason === 'network' ? null : state.failure,
      };
    case 'failed':
      return { ...state, failure: event.failure };
    case 'failureSeen':
      return { ...state, failure: null };
  }
}

/** The blueprint where it was sent whole; a large one comes as a summary with its address. */
export function toWhole(blueprint: Blueprint | BlueprintSummary): Blueprint | null {
  return 'isSummary' in blueprint ? null : blueprint;
}
