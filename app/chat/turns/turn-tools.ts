import type { LanguageModel } from 'ai';

import type { AnsweredCall } from '#app/builder/calls/answered-call.ts';
import type { HeldItem } from '#app/builder/change-set/change-set.ts';
import type { TurnModel } from '#app/builder/models/resolve-model.server.ts';
import type { Workspace } from '#app/builder/tools/workspace.ts';
import type { DraftContent } from '#app/drafts/draft-state.ts';

import type { TurnBudget } from './turn-budget.ts';

/** The dependencies that a turn runs with. */
export interface TurnTools {
  model: LanguageModel | TurnModel;
  workspace: Workspace;
  budget: TurnBudget;
  /** Makes the result of the turn the draft. */
  close?: () => Promise<ClosedTurn>;
}

/** The outcome of a turn for the draft. */
export interface ClosedTurn {
  /**
   * The draft's new content and the changes; null where nothing was changed. `inAll` are the changes since
   * the beginning of an answer that was continued.
   */
  made: { content: DraftContent; changed: string[]; inAll: string[] } | null;
  /** Changes that wait for the person. */
  held: readonly HeldItem[];
  /** Answers of the real API that the person may keep. */
  answers: readonly AnsweredCall[];
}
