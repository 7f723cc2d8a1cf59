import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { BlueprintSummary, DraftView } from '#app/drafts/draft.ts';

import type { ScreenEdit } from './tools/screen-edit.ts';

/** State of the server's screen: its draft, and the edits under way. */
export interface DraftScreenState {
  /** As the server answered last. */
  draft: DraftView;
  /** Shown: with edits that are still on their way. Null until a large one is loaded. */
  blueprint: Blueprint | null;
  /** As the server has it, to the page's knowledge: what is refused is shown no longer. */
  saved: Blueprint | null;
  failure: RequestFailure | null;
  /**
   * How often the draft was read anew: related data (its restore points) may have changed as well.
   */
  reads: number;
  /** Of the newest draft that the server has shown: what was asked for before it is older. */
  revision: number;
  /** Changes that the server has not answered. */
  underWay: number;
  /** The draft was read while changes were under way: its blueprint is not shown yet. */
  isBehind: boolean;
  /** Old names of tools and what they are called now, so that an address with an old one still works. */
  renamed: Readonly<Record<string, string>>;
}

export type DraftScreenEvent =
  /** Edits are shown before the server has them. */
  | { kind: 'edited'; edits: readonly ScreenEdit[]; blueprint: Blueprint }
  /** A change is on its way, behind those before it. */
  | { kind: 'sent' }
  | { kind: 'saved'; draft: DraftView }
  | { kind: 'refused' }
  /** The draft was read anew. */
  | { kind: 'loaded'; draft: DraftView; blueprint: Blueprint }
  /** The blueprint that the page came without. */
  | { kind: 'completed'; blueprint: Blueprint }
  /** Others may read it now, or no longer. */
  | { kind: 'shared'; visibility: DraftView['visibility'] }
  | { kind: 'failed'; failure: RequestFailure }
  | { kind: 'failureSeen' };

export function beginDraftScreen(draft: DraftView): DraftScreenState {
  return {
    draft,
    blueprint: toWhole(draft.blueprint),
    saved: toWhole(draft.blueprint),
    failure: null,
    reads: 0,
    revision: draft.revision,
    underWay: 0,
    isBehind: false,
    renamed: {},
  };
}

/** The next state of the screen. */
export function reduceDraftScreen(
  state: DraftScreenState,
  event: DraftScreenEvent,
): DraftScreenState {
  switch (event.kind) {
    case 'edited': {
      const renamed = event.edits.reduce(followRename, state.renamed);
      return { ...state, blueprint: event.blueprint, renamed, failure: null };
    }
    case 'sent':
      return { ...state, underWay: state.underWay + 1 };
    case 'saved': {
      const underWay = state.underWay - 1;
      const { draft } = event;
      // Behind an answer to the first of two edits the second is still on its way.
      const whole = underWay === 0 ? toWhole(draft.blueprint) : null;
      const blueprint = whole ?? state.blueprint;
      const isBehind = whole === null && state.isBehind;
      const saved = toWhole(draft.blueprint) ?? (underWay === 0 ? blueprint : null);
      return { ...state, draft, blueprint, saved, underWay, isBehind, revision: draft.revision };
    }
    case 'refused': {
      const underWay = state.underWay - 1;
      const known = underWay === 0 ? state.saved : null;
      return { ...state, underWay, blueprint: known ?? state.blueprint };
    }
    case 'loaded': {
      // Asked before an edit arrived, answered after it: the page knows better.
      if (event.draft.revision < state.revision) return state;
      // What was read does not have the edits that are on their way.
      const isBehind = state.underWay > 0;
      const shown = isBehind ? (state.blueprint ?? event.blueprint) : event.blueprint;
      return {
        ...takeRead(state, shown),
        draft: event.draft,
        saved: event.blueprint,
        isBehind,
        revision: event.draft.revision,
      };
    }
    case 'completed':
      return { ...takeRead(state, event.blueprint), saved: event.blueprint };
    case 'shared':
      return { ...state, draft: { ...state.draft, visibility: event.visibility } };
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

function takeRead(state: DraftScreenState, blueprint: Blueprint): DraftScreenState {
  // A network failure is over now that the server was reached; a refusal stays.
  const failure = state.failure?.reason === 'network' ? null : state.failure;
  return { ...state, blueprint, failure, reads: state.reads + 1 };
}

function followRename(
  known: DraftScreenState['renamed'],
  change: ScreenEdit,
): DraftScreenState['renamed'] {
  if (change.edit !== 'renameTool') return known;
  const { [change.to]: _, ...others } = known;
  return { ...others, [change.from]: change.to };
}
