import { judge } from './judge.mjs';
import { isServedPredicate, observeDraft } from './observe-draft.mjs';
import { connectModel, openChat, openGuest } from './open-guest.mjs';
import { continueTurn, takeTurn } from './take-turn.mjs';

/** Times that a turn is continued or its question answered, as a patient person would. */
const MOST_EXTRA = 3;

/**
 * Takes one turn. A connected model's turn goes on where its budget cut it off, and `ifAsked` is answered to
 * a question that the conversation does not expect.
 */
async function holdTurn(call, chatId, turn, { via, ifAsked }) {
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
  return { ...taken.at(-1), answer: { ...answers.at(-1), text, asked }, rounds: taken.length };
}

async function judgeTurn(origin, chatId, expect, taken, before) {
  const { answer } = taken;
  const served = expect.some(isServedPredicate)
    ? await observeDraft(origin, chatId, expect, taken.blueprint)
    : null;
  const context = { ...taken, before, served };
  const why = expect.map((predicate) => judge(predicate, context));
  if (answer.error) why.push(`stream error: ${answer.error}`);
  if (!answer.text.trim()) why.push('no answer text');
  return why.filter(Boolean);
}

/**
 * Holds one conversation of cases.json or conversations.json as a guest over HTTP, in a chat of its own.
 * @param origin of the server
 * @param conversation `{ turns, ifAsked }`
 * @param {{ turnMs: number, connection?: object }} options `connection`: the model that answers, connected as
 *   the page does for a guest's tab; none: the server's own choice
 * @returns for each of its turns why it does not count (none where it does), whether it asked something, and
 *   how often the person had to speak or continue
 */
export async function holdConversation(origin, { turns, ifAsked }, { turnMs, connection }) {
  const call = openGuest(origin, turnMs);
  const held = [];
  let chatId = null;
  let via;
  let before = null;
  for (const turn of turns) {
    try {
      if (connection !== undefined) via ??= await connectModel(call, connection);
      chatId ??= await openChat(call);
      const taken = await holdTurn(call, chatId, turn, { via, ifAsked });
      const reasons = await judgeTurn(origin, chatId, turn.expect, taken, before);
      held.push({ reasons, asked: taken.answer.asked, rounds: taken.rounds });
      before = taken.blueprint;
    } catch (error) {
      const isLate = error.name === 'TimeoutError';
      const reason = isLate ? `no end within ${turnMs / 1000} s` : error.message;
      held.push({ reasons: [reason], asked: false, rounds: 1 });
    }
  }
  return held;
}
