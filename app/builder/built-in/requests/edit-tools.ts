import { findNamed } from '#app/builder/built-in/draft/find-tool.ts';
import { namesTools, withTools } from '#app/builder/built-in/draft/select-tools.ts';
import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { joinNames, joinText, splitList, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';
import { toToolName } from './tool-name.ts';

const LINK = /^(?:to|into|as|->|=>|→)$/;

function rename({ pairs = [] }: Slots, scope: Scope): Outcome | null {
  const renames = splitPairs(pairs);
  if (!renames) return null;
  const [first, ...rest] = renames;
  if (!first) return null;
  if (rest.length === 0) {
    return withTools(first.from, scope, false, ([tool]) => renameTo(tool, first.to, scope));
  }
  const outcomes = renames.map(({ from, to }) =>
    withTools(from, scope, false, ([tool]) => renameTo(tool, to, scope)),
  );
  const wrong = outcomes.find(({ kind }) => kind !== 'calls');
  if (wrong) return wrong;
  const done = outcomes.flatMap((each) => (each.kind === 'calls' ? [each] : []));
  return perform(
    done.map(({ plan }) => plan).join(', '),
    done.flatMap(({ calls }) => calls),
    done.flatMap(({ subject = [] }) => subject),
  );
}

/** `a to b and c to d`; null where these are no pairs. */
function splitPairs(tokens: readonly Token[]): { from: Token[]; to: Token[] }[] | null {
  const items = splitList(tokens);
  const pairs = items.map((item) => {
    const at = item.findIndex(({ word }) => LINK.test(word));
    return { from: item.slice(0, Math.max(at, 0)), to: item.slice(at + 1), at };
  });
  return pairs.every(({ at, to }) => at > 0 && to.length > 0) ? pairs : null;
}

function renameTo(tool: ToolFacts | undefined, words: readonly Token[], scope: Scope): Outcome {
  if (!tool) return say('There is no such tool in the draft.');
  const to = toToolName(trimWords(words, /^(?:the|name|be|it|instead|please)$/));
  if (to === '')
    return say(`"${joinText(words)}" is no name for a tool: use letters, digits, _ . or -.`);
  if (to === tool.name) return say(`\`${to}\` has this name already.`);
  if (scope.facts.tools.some(({ name }) => name === to)) {
    return say(`There is a tool named \`${to}\` already, so \`${tool.name}\` keeps its name.`);
  }
  const call = { tool: 'rename_tool', input: { from: tool.name, to } };
  return perform(`Rename ${tool.name} to ${to}`, [call], [to]);
}

function nameOne({ tool = [], name = [] }: Slots, scope: Scope): Outcome | null {
  return withTools(tool, scope, false, ([found]) => renameTo(found, name, scope));
}

/** "call it …" names the tool spoken of; where there is none, the server may be meant. */
function nameIt({ name = [] }: Slots, scope: Scope): Outcome | null {
  if (/^(?:with|using|for|on|again|now|\()$/.test(name[0]?.word ?? '')) return null;
  const last = scope.subject.at(-1);
  const tool = scope.facts.tools.find((each) => each.name === last);
  return tool ? renameTo(tool, name, scope) : null;
}

function remove({ tools = [] }: Slots, scope: Scope): Outcome | null {
  if (mentionsOther(tools)) return null;
  return withTools(tools, scope, true, (found) => {
    const names = found.map(({ name }) => name);
    const calls = names.map((name) => ({ tool: 'remove_tool', input: { name } }));
    const done = perform(`Remove ${names.join(', ')}`, calls, []);
    const isMuch =
      found.length > 5 || (found.length > 1 && found.length === scope.facts.tools.length);
    return isMuch ? askRemoval(names, done) : done;
  });
}

/** Much that goes at once is asked about first. */
function askRemoval(names: readonly string[], done: Outcome): Outcome {
  const choice = `Remove all ${names.length}`;
  return {
    kind: 'question',
    question: `Should ${names.length} tools be removed: ${joinNames(names)}?`,
    choices: [choice, 'Keep them'],
    default: 'Keep them',
    answered: (answer) => {
      if (/^(?:remove|yes|all)\b/i.test(answer)) return done;
      return /^(?:keep|no)\b/i.test(answer) ? say('Then nothing was removed.') : null;
    },
  };
}

/** "remove the limit from list_users" is about an argument, not about a tool. */
function mentionsOther(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }) =>
    /^(?:from|argument|arguments|parameter|parameters|param|params|field|fields|confirmation|confirmations|auth|authentication|authorization|resource|prompt|server|draft|url)$/.test(
      word,
    ),
  );
}

function enable(isOn: boolean) {
  return ({ tools = [] }: Slots, scope: Scope): Outcome | null => {
    if (mentionsOther(tools)) return null;
    return withTools(tools, scope, true, (found) => setEnabled(found, isOn));
  };
}

function setEnabled(tools: readonly ToolFacts[], enabled: boolean): Outcome {
  const changed = tools.filter((tool) => tool.enabled !== enabled);
  const names = changed.map(({ name }) => name);
  if (names.length === 0)
    return say(
      `${tools.length === 1 ? 'It is' : 'They are'} ${enabled ? 'enabled' : 'disabled'} already.`,
    );
  const calls = names.map((name) => ({ tool: 'upsert_tool', input: { name, enabled } }));
  return perform(
    `${enabled ? 'Enable' : 'Disable'} ${names.join(', ')}`,
    calls,
    tools.map(({ name }) => name),
  );
}

/** "keep only get_user": every other tool is switched off, none is lost. */
function enableOnly({ tools = [] }: Slots, scope: Scope): Outcome | null {
  if (!namesTools(tools, scope)) return null;
  return withTools(tools, scope, true, (found) => {
    const on = found.filter(({ enabled }) => !enabled);
    const off = scope.facts.tools.filter((tool) => tool.enabled && !found.includes(tool));
    const calls = [...on, ...off].map((tool) => ({
      tool: 'upsert_tool',
      input: { name: tool.name, enabled: found.includes(tool) },
    }));
    if (calls.length === 0) return say('No other tool is enabled.');
    const names = found.map(({ name }) => name);
    return perform(`Enable only ${names.join(', ')}`, calls, names);
  });
}

/** "call it find_user" and "keep only get_user": other rules would read them in another way. */
export const toolFirstRules: readonly Rule[] = [
  rule(
    [
      'call|name it|them [instead] <name> [instead]',
      'give it name <name>',
      'it should be called|named <name>',
      'rename to|as|into <name>',
      'rename it to|as|into <name>',
    ],
    nameIt,
  ),
  rule(
    [
      'enable|keep|use|offer|show only <tools> [enabled|on|active]',
      'only enable|keep|offer|show <tools> [enabled|on|active]',
      'only <tools> should be enabled|on|active',
    ],
    enableOnly,
  ),
];

/** Renaming, removing, enabling and describing tools. */
export const toolRules: readonly Rule[] = [
  rule(['<tool> →|->|=> <name>'], (slots, scope) =>
    findNamed(slots['tool'] ?? [], scope.facts.tools) ? nameOne(slots, scope) : null,
  ),
  rule(
    [
      'rename [tool|tools] <pairs>',
      'change [tool] name of [tool] <pairs>',
      'rename name of <pairs>',
    ],
    rename,
  ),
  rule(
    [
      'give [tool] <tool> name <name>',
      '[tool] <tool> should|must be called|named|renamed [to] <name>',
      'call [tool] <tool> <name> instead',
      'change <tool> name to <name>',
      'i want <tool> to be called|named <name>',
    ],
    nameOne,
  ),
  rule(
    [
      'remove|delete|drop|erase|discard|kick|scrap|kill|trash [out] [tool|tools] <tools> [from server|draft]',
      'get rid of [tool|tools] <tools>',
      'throw away|out <tools>',
      'i|we do not|dont need|want <tools> [anymore|any] [more]',
      "i|we don't need|want <tools> [anymore|any] [more]",
    ],
    remove,
  ),
  rule(
    [
      'disable|deactivate|hide [tool|tools] <tools>',
      'turn|switch off [tool|tools] <tools>',
      'turn|switch [tool|tools] <tools> off',
    ],
    enable(false),
  ),
  rule(
    [
      'enable|activate|unhide [tool|tools] <tools> [again]',
      'turn|switch on [tool|tools] <tools> [again]',
      'turn|switch [tool|tools] <tools> on [again]',
    ],
    enable(true),
  ),
];
