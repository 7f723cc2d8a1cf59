import { findRemoval } from '#app/builder/built-in/edits/find-removal.ts';
import { findTools } from '#app/builder/built-in/edits/find-tools.ts';
import { REMOVE_ALL } from '#app/builder/built-in/edits/remove-tools.ts';
import type { PastTurn } from '#app/builder/built-in/turn.ts';
import { readMessage } from '#app/extraction/reading/read-message.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

import { applyMessage } from './apply-message.ts';
import { findFocus } from './find-focus.ts';
import { type WorkModel } from './work-model.ts';

/** Longer messages are not answers to a question. In characters. */
const LONGEST_ANSWER = 400;
/** Maximum number of words in an answer that picks a tool. */
const LONGEST_PICK = 6;
const ALL = /^all of them$/i;

/** A message merged with what it answers. */
interface MergedAnswer {
  text: string;
  /** Names of the picked tools. */
  chosen: string[];
}

/** Merges a message with the question at the end of the previous turn, if any. */
export function mergeAnswer(
  text: string,
  past: readonly PastTurn[],
  model: WorkModel,
  lx: Lexicon,
): MergedAnswer {
  const alone = { text, chosen: [] };
  const before = past.at(-1);
  if (before?.calls.at(-1)?.tool !== 'ask_user' || text.length > LONGEST_ANSWER) return alone;
  const own = readMessage(text, lx);
  if (
    own.endpoints.some(
      ({ sketch }) =>
        sketch.method !== null && (model.upstreams.length > 0 || /^https?:/.test(sketch.url)),
    )
  )
    return alone;
  const earlier = past.slice(0, -1);
  const asked = mergeAnswer(before.text, earlier, model, lx);
  const focus = findFocus(earlier, model, lx);
  const applied = applyMessage(structuredClone(model), {
    reading: readMessage(asked.text, lx),
    focus,
    past: earlier,
    chosen: asked.chosen,
    lx,
  });
  if (applied.homeless.length > 0 || own.bases.length > 0)
    return { text: `${asked.text}\n\n${text}`, chosen: [] };
  const open = applied.effects.find(({ effect }) => effect.kind === 'ask');
  if (!open || open.effect.kind !== 'ask') return alone;
  const wish = open.clause || asked.text;
  const isUndo = lx.rx(String.raw`^\W*(?:<undo>|<redo>)`).test(text);
  const names = open.effect.choices.filter((choice) =>
    model.tools.some(({ name }) => name === choice),
  );
  if (names.length > 0 || isUndo)
    return isUndo ? alone : (pickTools(text, names, wish, model, lx) ?? alone);
  // An answer that says something else removes nothing.
  const isOther = !open.effect.choices.some(
    (choice) => choice.toLowerCase() === text.trim().toLowerCase(),
  );
  const isAll = open.effect.choices.includes(REMOVE_ALL);
  if (isAll && (text.trim() === REMOVE_ALL || lx.is('yes', text)))
    return { text: wish, chosen: model.tools.map(({ name }) => name) };
  if (isAll || (isOther && findRemoval(wish, lx))) return alone;
  return { text: `${wish.replace(/[.!?;]+\s*$/, '')} ${text}`, chosen: [] };
}

/** The tools among a question's choices that an answer names; null if it says something else. */
function pickTools(
  text: string,
  names: readonly string[],
  wish: string,
  model: WorkModel,
  lx: Lexicon,
): MergedAnswer | null {
  if (ALL.test(text.trim())) return { text: wish, chosen: [...names] };
  if (text.trim().split(/\s+/).length > LONGEST_PICK) return null;
  const pool = { ...model, tools: model.tools.filter(({ name }) => names.includes(name)) };
  const found = findTools(text, { model: pool, focus: [], lx, isBuilding: false, lastWas: '' });
  const isClear = found.how !== 'none' && found.how !== 'focus' && !found.isAmbiguous;
  return isClear ? { text: wish, chosen: found.tools.map(({ name }) => name) } : null;
}
