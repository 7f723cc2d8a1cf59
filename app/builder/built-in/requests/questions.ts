import { describeArgument } from '#app/builder/built-in/draft/find-argument.ts';
import { findTool } from '#app/builder/built-in/draft/find-tool.ts';
import { selectTools, withTools } from '#app/builder/built-in/draft/select-tools.ts';
import { readQuality } from '#app/builder/built-in/draft/tool-quality.ts';
import { say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { DraftFacts, ToolFacts } from '#app/builder/built-in/turn.ts';
import { countOf, joinNames } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { describeTool } from './describe-tool.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

const MAX_NAMES = 30;

function whichTools({ quality = [] }: Slots, scope: Scope): Outcome | null {
  const read = readQuality(quality, scope.facts);
  const { tools } = scope.facts;
  if (!read) {
    // "which tool deletes users" is delete_user.
    const found = findTool(quality, tools);
    return found.kind === 'found'
      ? say(describeTool(found.tool, scope.facts), [found.tool.name])
      : null;
  }
  const names = tools.filter(read.fits).map(({ name }) => name);
  if (names.length === 0) return say(tools.length === 0 ? emptyDraft() : `No tool ${read.words}.`);
  const first = names.length === 1 ? 'One tool' : `${names.length} tools`;
  return say(`${first} of ${tools.length}: ${joinNames(names, MAX_NAMES)}.`, names);
}

function howMany({ quality }: Slots, scope: Scope): Outcome | null {
  const { tools } = scope.facts;
  const read = quality === undefined ? null : readQuality(quality, scope.facts);
  if (quality !== undefined && !read) return null;
  if (read) {
    const fitting = tools.filter(read.fits);
    return say(
      `${fitting.length} of ${countOf(tools.length, 'tool')}${fitting.length === 0 ? '' : `: ${joinNames(fitting.map(({ name }) => name))}`}.`,
    );
  }
  const off = tools.filter(({ enabled }) => !enabled).length;
  return say(
    `The draft has ${countOf(tools.length, 'tool')}${off === 0 ? '' : `, ${off} of them disabled`}.`,
  );
}

function listTools(_slots: Slots, { facts }: Scope): Outcome {
  if (facts.tools.length === 0) return say(emptyDraft());
  const lines = facts.tools.slice(0, MAX_NAMES).map((tool) => {
    const address = [tool.method, tool.path].filter((part) => part !== undefined).join(' ');
    return `- \`${tool.name}\`${address === '' ? '' : `: ${address}`}${tool.enabled ? '' : ' (disabled)'}`;
  });
  const left = facts.tools.length - lines.length;
  return say(
    [
      `The draft has ${countOf(facts.tools.length, 'tool')}:`,
      '',
      ...lines,
      ...(left > 0 ? [`- and ${left} more`] : []),
    ].join('\n'),
  );
}

function emptyDraft(): string {
  return 'The draft has no tools yet.';
}

function aboutTool(tell: (tool: ToolFacts, facts: DraftFacts) => string) {
  return ({ tool = [] }: Slots, scope: Scope): Outcome | null => {
    if (tool.some(({ word }) => /^(?:as|with|to)$/.test(word))) return null;
    // "what does it all mean" speaks of no tool.
    if (selectTools(tool, scope).kind === 'none' && tool.length > 3) return null;
    return withTools(tool, scope, false, ([found]) =>
      found ? say(tell(found, scope.facts), [found.name]) : say(emptyDraft()),
    );
  };
}

function tellArguments({ name, arguments: list }: ToolFacts): string {
  if (list.length === 0) return `\`${name}\` takes no arguments.`;
  return `\`${name}\` takes ${list.map(describeArgument).join(', ')}.`;
}

function tellReturns({ name, keep = [], returns = [] }: ToolFacts): string {
  if (keep.length > 0) return `\`${name}\` returns only ${joinNames(keep)}.`;
  if (returns.length > 0) return `\`${name}\` returns ${joinNames(returns, MAX_NAMES)}.`;
  return `\`${name}\` returns all of its answer; which properties that has is not known.`;
}

function tellUpstreams(_slots: Slots, { facts }: Scope): Outcome {
  if (facts.upstreams.length === 0) return say('The server calls no API yet.');
  const lines = facts.upstreams.map(({ id, baseUrl, auth }) => {
    const signed =
      auth.length === 0 ? 'without authentication' : `signed in with ${auth.join(' or ')}`;
    return `\`${id}\` at ${baseUrl}, ${signed}`;
  });
  return say(`The server calls ${lines.join('; ')}.`);
}

function tellServer(_slots: Slots, { facts }: Scope): Outcome {
  const { name, title, description } = facts.identity;
  const called = title === undefined ? `\`${name}\`` : `${title} (\`${name}\`)`;
  const about = description === undefined || description === '' ? '' : ` ${description}`;
  return say(
    `The server is called ${called}. It has ${countOf(facts.tools.length, 'tool')}, ${countOf(facts.resources.length, 'resource')} and ${countOf(facts.prompts.length, 'prompt')}.${about}`,
  );
}

function tellNames(kind: 'resources' | 'prompts') {
  return (_slots: Slots, { facts }: Scope): Outcome => {
    const names = facts[kind];
    return say(
      names.length === 0
        ? `The draft has no ${kind}.`
        : `${countOf(names.length, kind.slice(0, -1))}: ${joinNames(names, MAX_NAMES)}.`,
    );
  };
}

function tellTemplates(_slots: Slots, { facts }: Scope): Outcome {
  const lines = facts.templates.map(({ title, summary }) => `- ${title}: ${summary}`);
  return say(
    lines.length === 0
      ? 'There are no templates.'
      : ['These are ready to start from:', '', ...lines].join('\n'),
  );
}

/** "is there a tool that deletes?", "does get_user write?" */
function hasTool({ quality = [] }: Slots, scope: Scope): Outcome | null {
  const read = readQuality(quality, scope.facts);
  if (!read) return null;
  const names = scope.facts.tools.filter(read.fits).map(({ name }) => name);
  return say(
    names.length === 0 ? `No: no tool ${read.words}.` : `Yes: ${joinNames(names, MAX_NAMES)}.`,
    names,
  );
}

function isTool({ tool = [], quality = [] }: Slots, scope: Scope): Outcome | null {
  const read = readQuality(quality, scope.facts);
  const selection = selectTools(tool, scope);
  if (!read || selection.kind !== 'tools' || selection.tools.length !== 1) return null;
  return withTools(tool, scope, false, ([found]) => {
    if (!found) return say(emptyDraft());
    const yes = read.fits(found);
    return say(`${yes ? 'Yes' : 'No'}: ${describeTool(found, scope.facts)}`, [found.name]);
  });
}

/** A tool's name alone asks what it is. */
export const nameRule: Rule = ([token, ...rest], { facts }) => {
  const tool = facts.tools.find(({ name }) => name === token?.text);
  return tool && rest.length === 0 ? say(describeTool(tool, facts), [tool.name]) : null;
};

/** Questions about the draft. */
export const questionRules: readonly Rule[] = [
  rule(
    [
      'how many tools [are] [there] [do] [does] [i|we|it|you|draft|server] [have|has] [there|now|so] [far|in] [draft]',
      'how many tools <quality>',
      'how many tools (are there / do we have / are) (that / which) <quality>',
      'how many tools (that / which) <quality> are there',
      'number of tools',
      'count tools',
    ],
    howMany,
  ),
  rule(
    [
      'which|what (tool / tools / of them / of tools / of these / ones) <quality>',
      'which|what <quality>',
      'list|show|name [me] [all] tools (that / which) <quality>',
      'list|show|name [me] [all] <quality> tools',
    ],
    whichTools,
  ),
  rule(
    [
      'list|show|name|print [me] [all] [of] [them|tools]',
      'what|which tools (are there / exist / do we have / do i have / does it have / does the server have / have we got / do you have)',
      'what|which tools',
      'what [all] is in draft|server|it',
      'what do we|i have [so] [far]',
      'show|describe [me] draft|server|blueprint',
      'tools',
    ],
    listTools,
  ),
  rule(
    [
      'what|which (arguments / parameters / inputs / params) does <tool> [take|have|need|accept|expect]',
      'what|which (arguments / parameters / inputs / params) of|for|has <tool>',
      'what does <tool> take|need|expect|accept',
      'what are (arguments / parameters / inputs) of|for <tool>',
      'list|show [me] (arguments / parameters / inputs) of|for <tool>',
      'what is (maximum / minimum / default / type / limit / range) of|for <argument> in|of|for <tool>',
      'how do|can|should i|we|you call|use|run <tool>',
    ],
    aboutTool(tellArguments),
  ),
  rule(
    [
      'what does <tool> return|answer|give [back]',
      'what (fields / properties) does <tool> return|have|give [back]',
      'what is returned by <tool>',
      'what comes back from <tool>',
    ],
    aboutTool(tellReturns),
  ),
  rule(
    [
      '(what is / which / what / whats) (base url / base address / api / upstream / upstreams / apis) [does] [is|are] [it|server] [call|use|called|used]',
      '(where / what / which api / which apis) does (it / server / this) call|go',
      '(which / what / how) (auth / authentication / authorization) (does it use / is used / do we use / is set / does the api use)',
      'how does auth|authentication|authorization work',
      'how (does it / do we / is it) (sign in / log in / authenticate / authenticated / signed in)',
      '(what is / what) (auth / authentication)',
      'does (it / api / server) (use / need / have) (auth / authentication / token / key)',
    ],
    tellUpstreams,
  ),
  rule(
    [
      'what is server|it|draft called|named',
      '(what is / whats) name [of] [server]',
      'what is (server / draft) [about]',
      'what does (server / draft) do',
      'what can (server / it) do',
      'tell me about (server / draft)',
      'summarise|summarize [draft|server|it]',
    ],
    tellServer,
  ),
  rule(
    [
      '(which / what / list / show / how many) resources [are] [there] [do] [we] [have]',
      '(are there / any) [any] resources',
    ],
    tellNames('resources'),
  ),
  rule(
    [
      '(which / what / list / show / how many) prompts [are] [there] [do] [we] [have]',
      '(are there / any) [any] prompts',
    ],
    tellNames('prompts'),
  ),
  rule(
    [
      '(which / what / list / show) [me] templates [are] [there] [do] [you] [have] [available]',
      'are there [any] templates',
      'templates',
    ],
    tellTemplates,
  ),
  rule(
    [
      '(is there / are there / do we have / have we / does it have) [any|tool|tools] [tool|tools] [that|which] <quality>',
      'does (anything / any tool / something) <quality>',
      'can (it / anything / any tool / server) <quality>',
    ],
    hasTool,
  ),
  rule(
    [
      'what does <tool> do [exactly]',
      '(which / what) (endpoint / address / url / path / api) does <tool> call|use|hit',
      'what is (path / url / address / method / endpoint) of|for <tool>',
      'what is <tool> [for]',
      'what about <tool>',
      '(show / describe / explain) [me] [tool] <tool>',
      'tell me [more] about <tool>',
      'how does <tool> work',
    ],
    aboutTool(describeTool),
  ),
  rule(['does|is|can|will|do <tool> <quality>'], isTool),
];
