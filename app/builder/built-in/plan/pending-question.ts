import { readMessage } from '#app/builder/built-in/reading/read-message.ts';
import type { Lexicon } from '#app/builder/built-in/vocabulary/lexicon.ts';
import type { PastTurn } from '#app/builder/built-in/turn.ts';
import { applyMessage } from './apply-message.ts';
import { findFocus } from './find-focus.ts';
import { type WorkModel } from './work-model.ts';

/** Longer messages are no answer to a question. */
const LONGEST_ANSWER = 400;
const ALL = /^all of them$/i;

/** A message together with what it answers, where the turn before ended with a question; else as it is. */
export function mergeAnswer(
  text: string,
  past: readonly PastTurn[],
  model: WorkModel,
  lx: Lexicon,
): string {
  const before = past.at(-1);
  if (before?.calls.at(-1)?.tool !== 'ask_user' || text.length > LONGEST_ANSWER) return text;
  const own = readMessage(text, lx);
  if (
    own.endpoints.some(
      ({ sketch }) =>
        sketch.method !== null && (model.upstreams.length > 0 || /^https?:/.test(sketch.url)),
    )
  )
    return text;
  const earlier = past.slice(0, -1);
  const asked = mergeAnswer(before.text, earlier, model, lx);
  const copy = structuredClone(model);
  const applied = applyMessage(copy, {
    reading: readMessage(asked, lx),
    focus: findFocus(earlier, model, lx),
    past: earlier,
    lx,
  });
  if (applied.homeless.length > 0 || own.bases.length > 0) return `${asked}\n\n${text}`;
  const open = applied.effects.find(({ effect }) => effect.kind === 'ask');
  if (!open || open.effect.kind !== 'ask') return text;
  const answer = ALL.test(text.trim())
    ? open.effect.choices
        .filter((choice) => !ALL.test(choice))
        .map((choice) => `\`${choice}\``)
        .join(' and ')
    : text;
  return `${(open.clause || asked).replace(/[.!?;]+\s*$/, '')} ${answer}`;
}
