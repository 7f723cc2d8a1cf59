import { isOwnChoice } from '#app/builder/models/model-choice.ts';
import { loadOwnModels } from '#app/builder/models/own-models.server.ts';
import { resolveModel } from '#app/builder/models/resolve-model.server.ts';
import { viewDraft } from '#app/drafts/draft-view.server.ts';
import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { AppContext } from '#app/platform/app-context.ts';

import { toChatStub } from './chat-stub.server.ts';
import type { ChatAnswer, ChatLimits, TurnAllowance } from './chat-view.ts';
import { isPaidByUs } from './turns/is-paid-by-us.ts';
import { readChatFor } from './read-chat.server.ts';
import { budgetOfTurn, toDay } from './turns/turn-budget.ts';
import { allowTurns } from './turns/turn-payer.server.ts';
import { countTurnsLeft } from './turns/turn-store.server.ts';

/** A chat with its draft, as far as the caller may see it. */
export async function viewChat(
  app: AppContext,
  request: Request,
  found: FoundDraft,
): Promise<ChatAnswer> {
  const { head, access } = found;
  const [chat, draft] = await Promise.all([
    readChatFor(app.env, found),
    viewDraft(app, head, access),
  ]);
  const { id, visibility = 'private' } = head;
  const shown = { id, visibility, ...chat, draft };
  if (access !== 'owner') return { ...shown, access: 'read', budget: null };
  const budget = await viewBudget(app, request, head, chat.model);
  return { ...shown, access: 'own', budget };
}

/** Data that an owner’s page needs besides the conversation that it was rendered with. */
export async function viewLimits(
  app: AppContext,
  request: Request,
  { head }: FoundDraft,
): Promise<ChatLimits> {
  const { last, model } = await toChatStub(app.env, head.id).readOutline();
  const budget = await viewBudget(app, request, head, model);
  return { last, budget };
}

async function viewBudget(
  app: AppContext,
  request: Request,
  head: FoundDraft['head'],
  model: string | null,
): Promise<TurnAllowance> {
  const allowance = await allowTurns(app, request, head);
  const { budget, counts } = allowance;
  const { day, endsAt } = toDay(Date.now());
  const own = await loadOwnModels(app, allowance);
  const isOwnKey = isOwnChoice(model ?? undefined);
  const isCounted = !isOwnKey && isPaidByUs(resolveModel(app, own, model ?? undefined));
  const turnsLeft = isCounted ? await countTurnsLeft(app.env.DB, counts, day) : null;
  const { steps, outputTokens: tokens, milliseconds } = budgetOfTurn(budget, isOwnKey);
  return { turnsLeft, resetsAt: endsAt, steps, tokens, seconds: milliseconds / 1_000 };
}
