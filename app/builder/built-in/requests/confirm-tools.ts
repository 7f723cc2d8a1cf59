import { withTools } from '#app/builder/built-in/draft/select-tools.ts';
import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import { joinNames, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

const IDLE =
  /^(?:i|you|it|is|are|be|being|a|an|the|calling|running|using|executing|call|run|use|tool|tools|runs|me|user|users|them|something|anything|gets?|called)$/;

function confirm(isOn: boolean) {
  return ({ tools = [] }: Slots, scope: Scope): Outcome | null => {
    const { subject } = scope;
    if (tools.some(({ kind }) => kind === 'url' || kind === 'path')) return null;
    const words = trimWords(tools, IDLE);
    // "before it deletes" speaks of the tool that was spoken of, not of all that delete.
    const [first] = tools;
    const isIt = first !== undefined && /^(?:it|that|this)$/.test(first.word);
    const isAbout = words.length > 0 && !(isIt && subject.length > 0);
    const meant = isAbout ? words : isIt ? [first] : [];
    return withTools(meant, scope, true, (found) => {
      const changed = found.filter(({ confirms }) => confirms !== isOn);
      const names = changed.map(({ name }) => name);
      if (names.length === 0) {
        const who = joinNames(found.map(({ name }) => name));
        const one = isOn ? 'asks before it runs' : 'runs without asking';
        const many = isOn ? 'ask before they run' : 'run without asking';
        return say(`${who} ${found.length === 1 ? one : many} already.`);
      }
      const calls = names.map((name) => ({ tool: 'upsert_tool', input: { name, confirm: isOn } }));
      const plan = isOn ? 'Ask before' : 'No longer ask before';
      return perform(`${plan} ${names.join(', ')}`, calls, names);
    });
  };
}

const PERSON = '[me|people|users|us] [person|user|human|somebody|someone]';

/** Whether a tool asks the person before it runs. */
export const confirmRules: readonly Rule[] = [
  rule(
    [
      `(do not / never / stop) ask|asking|confirm|confirming ${PERSON} [for] [confirmation|permission] [before|for|on|when] <tools>`,
      'remove|drop|delete confirmation|confirmations|prompt of|from|for|on|before <tools>',
      'no confirmation|confirmations for|on|before <tools>',
      '(let / make) <tools> (not ask / run without asking|confirmation) [first]',
      'run <tools> without asking|confirmation',
      `<tools> (does not / do not / should not / should never / must not / need not) [need|have] [to] (ask / need / require / confirm / confirmation) ${PERSON} [first] [for] [confirmation]`,
      '<tools> needs|need|requires|require no confirmation',
    ],
    confirm(false),
  ),
  rule(
    [
      `add|require|use|put|want|need|have confirmation|confirmations|prompt [step|dialog] to|for|on|before|with|when|in <tools>`,
      `[always] ask ${PERSON} [first] [for] [confirmation|permission] [first] (before / for / when / on) <tools>`,
      `(let / make) <tools> ask|confirm ${PERSON} [first] [for] [confirmation|permission] [before] [it] [runs]`,
      '(let / make) <tools> need|require confirmation',
      `ask|confirm ${PERSON} first`,
      'ask|confirm before it runs|run',
      'add|require confirmation',
      `before <tools> ask|confirm ${PERSON} [first] [for] [confirmation|permission]`,
      'confirm before|for|when <tools>',
      'always confirm|ask before <tools>',
      `<tools> should|must|has|have|needs|need [to] [always] (ask|confirm) ${PERSON} [first] [for] [confirmation|permission] [before] [it] [runs]`,
      '<tools> should|must|needs|need|requires|require [have] [to] [be] confirmation|confirmed',
      'mark [tool|tools] <tools> as destructive|dangerous',
      'make|mark <tools> destructive|dangerous',
    ],
    confirm(true),
  ),
];
