import { judge } from './judge.mjs';
import { isServedPredicate, observeDraft } from './observe-draft.mjs';
import { connectModel, openChat, openGuest, readToken } from './open-guest.mjs';
import { approveChanges, continueTurn, takeTurn } from './take-turn.mjs';

/** Times that a turn is continued or its question answered, as a patient person would. */
const MOST_EXTRA = 3;

/**
 * Takes one turn. A connected model's turn goes on where its budget cut it off, and `ifAsked` is answered to
 * a question that the conversation does not expect. Where it `approves`, changes that wait are approved.
 */
async function holdTurn(call, chatId, turn, { via, ifAsked, approves }) {
  const taken = [await takeTurn(call, chatId, turn, via)];
  while (via && taken.length <= MOST_EXTRA) {
    const { answer } = taken.at(-1);
    if (answer.status === 'spent') taken.push(await continueTurn(call, chatId, via));
    else if (answer.asked && ifAsked) {
      taken.push(await takeTurn(call, chatId, { user: ifAsked }, via));
    } else break;
  }
  const answers = taken.map(({ answer }) => answer);
  const text = answers.map((answer) => answer.text).join('\n');
  const asked = answers.some((answer) => answer.asked);
  const waiting = answers.flatMap((answer) => answer.waiting);
  const last = taken.at(-1);
  const answer = { ...last.answer, text, asked, waits: waiting.length > 0 };
  const { blueprint } = last;
  const isApproved = approves === true && answer.waits;
  return {
    ...last,
    blueprint: isApproved ? await approveChanges(call, chatId, waiting) : blueprint,
    answer,
    rounds: taken.length,
  };
}

/**
 * Judges a turn that was taken: why it does not count.
 * @returns {Promise<string[]>}
 */
export async function judgeTurn(origin, call, chatId, expect, taken, before) {
  const { answer } = taken;
  const observe = async () => {
    const draft = { id: chatId, token: await readToken(call, chatId) };
    return observeDraft(origin, draft, expect, taken.blueprint);
  };
  const served = expect.some(isServedPredicate) ? await observe() : null;
  const context = { ...taken, before, served };
  const why = expect.map((predicate) => judge(predicate, context));
  if (answer.error) why.push(`stream error: ${answer.error}`);
  if (!answer.text.trim()) why.push('no answer text');
  return why.filter(Boolean);
}

/**
 * Holds one conversation of cases.json or conversations.json as a guest over HTTP, in a chat of its own.
 * @param origin of the server
 * @param conversation `{ turns, ifAsked, approves }`
 * @param {{ turnMs: number, connection?: object }} options `connection`: the model that answers, connected as
 *   the page does for a guest's tab; none: the server's own choice
 * @returns for each of its turns why it does not count (none where it does), whether it asked something or
 *   left changes waiting, and how often the person had to speak or continue
 */
export async function holdConversation(origin, conversation, { turnMs, connection }) {
  const call = openGuest(origin, turnMs);
  const held = [];
  let chatId = null;
  let via;
  let before = null;
  const { turns, ifAsked, approves } = conversation;
  for (const turn of turns) {
    try {
      if (connection !== undefined) via ??= await connectModel(call, connection);
      chatId ??= await openChat(call);
      const taken = await holdTurn(call, chatId, turn, { via, ifAsked, approves });
      const reasons = await judgeTurn(origin, call, chatId, turn.expect, taken, before);
      const { asked, waits } = taken.answer;
      held.push({ reasons, asked, waits, rounds: taken.rounds });
      before = taken.blueprint;
    } catch (error) {
      const isLate = error.name === 'TimeoutError';
      const reason = isLate ? `no end within ${turnMs / 1000} s` : error.message;
      held.push({ reasons: [reason], asked: false, waits: false, rounds: 1 });
    }
  }
  return held;
}
