import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import { matchPhrase, toPhrase } from '#app/builder/built-in/words/phrase.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';

/** One way to ask for something; null where a sentence is not of this kind. */
export type Rule = (clause: readonly Token[], scope: Scope) => Outcome | null;

/** A rule for sentences of one of these phrases. */
export function rule(
  texts: readonly string[],
  read: (slots: Slots, scope: Scope) => Outcome | null,
): Rule {
  const phrases = texts.map(toPhrase);
  return (clause, scope) => {
    for (const phrase of phrases) {
      const outcome = matchPhrase(phrase, clause, (slots) => read(slots, scope));
      if (outcome) return outcome;
    }
    return null;
  };
}
