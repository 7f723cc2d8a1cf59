import { requireOwner } from '#app/drafts/new-owner.server.ts';
import type { AuthFailure } from '#app/auth/auth-problem.server.ts';
import { loadOwnModels } from '#app/builder/models/own-models.server.ts';
import { resolveNamedModel, type TurnModel } from '#app/builder/models/resolve-model.server.ts';
import type { SpentTurns } from '#app/chat/turns/ask.ts';
import { toTokens } from '#app/chat/turns/estimate-tokens.ts';
import { isPaidByUs } from '#app/chat/turns/is-paid-by-us.ts';
import { budgetOfTurn, isAccountCount, toDay } from '#app/chat/turns/turn-budget.ts';
import type { TurnBudget, TurnQuota } from '#app/chat/turns/turn-budget.ts';
import { allowTurns } from '#app/chat/turns/turn-payer.server.ts';
import { takeTurn } from '#app/chat/turns/turn-store.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

import type { StepBody } from './step-body.ts';
import { newTurn, readStepTicket, signTurn, type CountedTurn } from './step-ticket.server.ts';

/** Tokens of one answer at most: servers refuse what is above the most that their model can give. */
const MAX_ANSWER_TOKENS = 8_192;
/** Tokens that a step of a model that we pay reads at most, for each token that its turn may answer with. */
const READ_PER_ANSWERED = 2;

/** A step that may be taken. */
export interface AdmittedStep {
  model: TurnModel;
  budget: TurnBudget;
  maxOutputTokens: number;
  /** Null where the model costs us nothing. */
  counted: { turn: CountedTurn; ticket: string; isNew: boolean; counts: TurnQuota[] } | null;
  /** The cookie of a guest who is new, or due for renewal. */
  setCookie: string | null;
}

/** Why a step is not taken. */
export type StepRefusal =
  | { reason: 'unidentified'; failure: AuthFailure }
  | { reason: 'noSuchModel' }
  | { reason: 'tooLong'; tokens: number; contextTokens: number }
  | { reason: 'noTicket' }
  | { reason: 'stepsSpent'; steps: number }
  | ({ reason: 'turnsSpent' } & SpentTurns);

/**
 * Decides on a step: a message of the person begins a turn, which is counted as one of a chat is, where we pay
 * for the model; results of calls continue it, as many times as a turn has steps.
 */
export async function admitStep(
  app: AppContext,
  request: Request,
  body: StepBody,
): Promise<Result<AdmittedStep, StepRefusal>> {
  const owned = await requireOwner(app, request);
  if (!owned.ok) return fail({ reason: 'unidentified', failure: owned });
  const { owner, isKept, setCookie } = owned.value;
  const head = { owner, expiresAt: isKept ? null : 0 };
  const allowance = await allowTurns(app, request, head, body.connection);
  const model = resolveNamedModel(app, await loadOwnModels(app, allowance), body.model);
  if (model === null) return fail({ reason: 'noSuchModel' });
  const { instructions, messages, tools } = body;
  const budget = budgetOfTurn(allowance.budget, model.isOwnKey);
  const isPaid = isPaidByUs(model);
  // All of it counts: these are texts, also where one looks like a picture.
  const tokens = toTokens(JSON.stringify({ instructions, messages, tools }).length);
  const share = isPaid ? READ_PER_ANSWERED * budget.outputTokens : Infinity;
  const contextTokens = Math.min(model.contextTokens ?? Infinity, share);
  if (tokens > contextTokens) return fail({ reason: 'tooLong', tokens, contextTokens });
  // Steps may not give more together than a turn may.
  const answer = isPaid ? Math.floor(budget.outputTokens / budget.steps) : MAX_ANSWER_TOKENS;
  const admitted = {
    model,
    budget,
    maxOutputTokens: Math.min(answer, MAX_ANSWER_TOKENS),
    setCookie,
  };
  if (!isPaid) return succeed({ ...admitted, counted: null });
  const counted = await countStep(app, body, budget, allowance.counts);
  return counted.ok ? succeed({ ...admitted, counted: counted.value }) : counted;
}

async function countStep(
  app: AppContext,
  { messages, ticket = '' }: StepBody,
  budget: TurnBudget,
  counts: TurnQuota[],
): Promise<Result<NonNullable<AdmittedStep['counted']>, StepRefusal>> {
  const now = Date.now();
  const { day, endsAt } = toDay(now);
  const who = counts[0]?.who ?? '';
  const isNew = messages.at(-1)?.role === 'user';
  const turn = isNew ? newTurn(day) : await readStepTicket(app, ticket, who, now);
  if (turn === null) return fail({ reason: 'noTicket' });
  if (isNew) {
    const full = await takeTurn(app.env.DB, counts, day);
    if (full) {
      const { limit, used } = full;
      const isGuest = !isAccountCount(full.who);
      return fail({ reason: 'turnsSpent', limit, used, resetsAt: endsAt, isGuest });
    }
  }
  const steps = [{ who: `steps:${turn.id}`, limit: budget.steps }];
  if (await takeTurn(app.env.DB, steps, turn.day)) {
    return fail({ reason: 'stepsSpent', steps: budget.steps });
  }
  return succeed({ turn, ticket: await signTurn(app, turn, who, now), isNew, counts });
}
