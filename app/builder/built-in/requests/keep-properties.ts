import { readProperties } from '#app/builder/built-in/draft/read-properties.ts';
import type { PropertyList } from '#app/builder/built-in/draft/read-properties.ts';
import { selectTools, withTools } from '#app/builder/built-in/draft/select-tools.ts';
import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { joinNames } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { readTokens } from '#app/builder/built-in/words/tokens.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { explainUnclear } from './add-tool.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

type Change = (tool: ToolFacts, named: string[]) => string[] | string;

/** Only these from now on. */
const only: Change = (_tool, named) => named;

const more: Change = ({ name, keep = [] }, named) =>
  keep.length === 0 ? `\`${name}\` returns everything already.` : [...new Set([...keep, ...named])];

const less: Change = ({ name, keep = [], returns }, named) => {
  const present = keep.length > 0 ? keep : returns;
  if (present === undefined) {
    return `I do not know what else \`${name}\` returns. Say what it should return: "return only id and title from ${name}".`;
  }
  const left = present.filter((each) => !named.includes(each));
  if (left.length === 0) return `\`${name}\` would return nothing then.`;
  return left.length === present.length ? `\`${name}\` does not return ${joinNames(named)}.` : left;
};

function change(how: Change) {
  return ({ properties = [], tool }: Slots, scope: Scope): Outcome | null => {
    const split = tool === undefined ? splitTool(properties, scope) : { properties, tool };
    if (/^(?:only|just)$/.test(split.properties[0]?.word ?? '') && how !== only) return null;
    const words = split.tool ?? readTokens('it');
    if (split.tool === null && scope.subject.length === 0 && scope.facts.tools.length > 1) {
      return askTool(split.properties, scope, how);
    }
    return withTools(words, scope, true, (tools) => keepEach(tools, split.properties, how));
  };
}

/** "id and title from list_posts": what follows the last such word is a tool, if it names one. */
function splitTool(
  tokens: readonly Token[],
  scope: Scope,
): { properties: Token[]; tool: Token[] | null } {
  const at = tokens.findLastIndex(({ word }) => /^(?:from|of|in|for|with)$/.test(word));
  if (at > 0) {
    const tool = tokens.slice(at + 1);
    const selection = selectTools(tool, scope);
    if (selection.kind !== 'none') return { properties: tokens.slice(0, at), tool };
  }
  return { properties: [...tokens], tool: null };
}

function askTool(properties: readonly Token[], scope: Scope, how: Change): Outcome {
  const open = scope.facts.tools.filter(
    (tool) => tool.kind === 'http' && readProperties(properties, tool.returns).kind !== 'unclear',
  );
  const known = open.filter(({ returns = [] }) => returns.length > 0);
  const fitting = known.length > 0 || how === less ? known : open;
  const [first] = fitting;
  if (!first) return refuseProperties(readProperties(properties, undefined), scope.facts.tools);
  if (fitting.length === 1) return keepEach([first], properties, how);
  return {
    kind: 'question',
    question: 'Which tool should return that?',
    choices: fitting.slice(0, 8).map(({ name }) => name),
    answered: (answer) => {
      const selection = selectTools(readTokens(answer), scope);
      return selection.kind === 'tools' ? keepEach(selection.tools, properties, how) : null;
    },
  };
}

function keepEach(tools: readonly ToolFacts[], said: readonly Token[], how: Change): Outcome {
  const calls = [];
  for (const tool of tools) {
    if (tool.kind !== 'http') {
      return say(`\`${tool.name}\` is no HTTP tool: its own code decides what it returns.`);
    }
    const list = readProperties(said, tool.returns);
    if (list.kind === 'unclear') return refuseProperties(list, [tool]);
    if (list.kind === 'all' && how === less) return say('Say what should be left out.');
    const keep = list.kind === 'all' ? [] : how(tool, list.names);
    if (typeof keep === 'string') return say(keep);
    calls.push({ tool: 'upsert_tool', input: { name: tool.name, keep } });
  }
  const names = tools.map(({ name }) => name);
  return perform(`Change what ${names.join(', ')} returns`, calls, names);
}

function refuseProperties(list: PropertyList, tools: readonly ToolFacts[]): Outcome {
  const said = list.kind === 'unclear' ? list.said : '';
  const [tool] = tools;
  if (tools.length === 1 && tool?.returns && said !== '') {
    const rest = tool.returns.length === 0 ? 'nothing that is known' : joinNames(tool.returns);
    return say(`\`${tool.name}\` returns no "${said}". It returns ${rest}.`);
  }
  return say(said === '' ? 'No tool of the draft returns all of these.' : explainUnclear(said));
}

/** Whether the tool returns all of these, and takes none of them as an argument. */
function namesProperties({ properties = [], tool = [] }: Slots, scope: Scope): boolean {
  const selection = selectTools(tool, scope);
  if (selection.kind !== 'tools') return false;
  return selection.tools.every(({ returns = [], arguments: list }) => {
    const read = readProperties(properties, returns);
    return read.kind === 'these' && !list.some(({ name }) => read.names.includes(name));
  });
}

const ANSWER = 'answer|answers|response|responses|result|results|output';

/** What of an answer is kept. */
export const keepRules: readonly Rule[] = [
  rule(
    [
      '[and] (also / additionally) return|keep|show|include <properties>',
      '<tool> should|must also return|keep|include <properties>',
      'let|make <tool> also return|keep|include <properties>',
      'return|keep|include <properties> (too / as well)',
      `(add / include) <properties> (to / in) ${ANSWER} [of|from] <tool>`,
      `(add / include) <properties> (to / in) ${ANSWER}`,
    ],
    change(more),
  ),
  rule(
    [
      "(do not / don't / never / stop / no longer) return|returning|keep|keeping|show|include|send <properties>",
      "<tool> (should not / must not / shouldn't / should never / should no longer) return|keep|include <properties>",
      `remove|drop|omit|exclude|hide|strip|leave|cut [out] <properties> from ${ANSWER} (of / from / in) <tool>`,
      `remove|drop|omit|exclude|hide|strip|leave|cut [out] <properties> from ${ANSWER}`,
      'omit <properties>',
      'leave out <properties>',
      'exclude <properties>',
    ],
    change(less),
  ),
  rule(
    [
      'hide|exclude|strip|omit|remove|drop <properties> from|in|of <tool>',
      'leave out <properties> from|in|of <tool>',
    ],
    (slots, scope) => (namesProperties(slots, scope) ? change(less)(slots, scope) : null),
  ),
  rule(
    [
      'i only|just want|need <properties> from|of|in <tool>',
      'i want|need only|just <properties> from|of|in <tool>',
    ],
    (slots, scope) => (namesProperties(slots, scope) ? change(only)(slots, scope) : null),
  ),
  rule(
    [
      '<tool> should|must|shall|may [only|just] return|keep|give [only|just] [back] <properties>',
      'let|make|have <tool> [only|just] return|keep|give [only|just] [back] <properties>',
      'only|just return|keep|show|give|output <properties>',
      'return|keep|show|give|output only|just <properties>',
      `(trim / limit / reduce / cut / shorten / filter) [down] ${ANSWER} (of / from) <tool> [down] to <properties>`,
      `(trim / limit / reduce / cut / shorten) ${ANSWER} to <properties>`,
      '<tool> returns only|just <properties>',
      '<tool> only returns <properties>',
      'return|keep <properties>',
    ],
    change(only),
  ),
];
