import { say } from '#app/builder/built-in/outcome.ts';
import { suggest } from '#app/builder/built-in/suggestions.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

/** What is said to somebody who pastes a credential. */
export const NOT_KEPT =
  'The credential itself is not kept here: enter it as a secret of the server, where it is sealed.';

/** Whether a word looks like a key or a password, not like a name of one. */
export function isCredential(text: string): boolean {
  return /^(?=.*\d)(?=.*[a-z])[^\s/{}]{6,}$/i.test(text) && !text.toLowerCase().startsWith('x-');
}

/** Greetings, thanks, and what this builder is and is not able to do. */
export const talkRules: readonly Rule[] = [
  rule(
    [
      'hello|hi|hey|hallo|moin|servus|howdy|greetings [there|all|you]',
      'good morning|afternoon|evening|day',
    ],
    (_slots, { facts }) => say(`Hello. ${introduce()}\n\n${suggest(facts)}`),
  ),
  rule(
    [
      'help [me]',
      'what can (you / i / we) do|say|ask [here] [with|for] [this|me]',
      'how does this|it work',
      'what is this',
      'how do i start|begin',
      '(who / what) are you',
      'are you (ai / model / bot / human / llm / real)',
      'what do you understand',
      'what now',
      'what next',
      'start',
    ],
    (_slots, { facts }) => say(`${introduce()}\n\n${suggest(facts)}`),
  ),
  rule(
    [
      'thanks|thank|thx|cheers|great|nice|perfect|cool|ok|okay|good|awesome|wonderful|super [you] [very|so|a] [much|lot|job|work]',
      'thank you',
      'well done',
      '(that is / looks / this is) (all / it / great / good / fine / perfect)',
    ],
    () => say('Say what should change next.'),
  ),
  rule(['no|nope|never', 'cancel|nevermind', 'never mind', 'forget it', 'stop'], () =>
    say('Then nothing was changed.'),
  ),
  rule(['yes|yep|sure'], () => say('There is no open question. Say what should change.')),
  rule(
    [
      'use|set|store|save key|token|password|secret [is|to|:] <value>',
      '[api] key|token|password|secret (is / :) <value>',
    ],
    ({ value = [] }) =>
      value.length === 1 && isCredential(value[0]?.text ?? '') ? say(NOT_KEPT) : null,
  ),
  rule(
    [
      'add|create|make|write|remove|delete|change [new] resource|prompt|resources|prompts',
      'add|create|make|write|remove|delete|change [new] resource|prompt|resources|prompts <rest>',
    ],
    () => say('I only build tools; resources and prompts need a model.'),
  ),
];

function introduce(): string {
  return 'I am the built-in builder: no model, a fixed set of requests. I import documents and cURL commands, add and change tools that call HTTP addresses, and repair the report.';
}
