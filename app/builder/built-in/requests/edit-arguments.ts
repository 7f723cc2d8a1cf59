import type { JsonObject } from '#app/runtime/definition.ts';

import { argumentNames } from '#app/builder/built-in/draft/argument-names.ts';
import {
  describeArgument,
  findLeading,
  findNameAlike,
} from '#app/builder/built-in/draft/find-argument.ts';
import { findNamed } from '#app/builder/built-in/draft/find-tool.ts';
import { chooseTool } from '#app/builder/built-in/draft/select-tools.ts';
import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { readConstraints } from '#app/builder/built-in/words/constraints.ts';
import { joinNames, joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import { readTokens } from '#app/builder/built-in/words/tokens.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';
import { takeTools } from './take-tools.ts';
import { readText } from './tool-texts.ts';

interface ArgumentEdit {
  name: string;
  patch: JsonObject;
}

const VERBS = /^(?:make|set|let|change|mark|allow|the|argument|parameter|field|so|that|:|,)$/;

const OTHER_VERBS =
  /^(?:rename|add|include|create|remove|delete|drop|disable|enable|call|run|use|return|keep|describe|give|what|which|is|does)$/;

/** "make the limit optional, at most 50", "limit of list_users is between 1 and 100". */
function editArguments(clause: readonly Token[], scope: Scope): Outcome | null {
  if (OTHER_VERBS.test(clause[0]?.word ?? '')) return null;
  const isOrder = /^(?:make|set|let|change|mark)$/.test(clause[0]?.word ?? '');
  const { tools, rest } = takeTools(trimWords(clause, VERBS), scope);
  return applyEdits(trimWords(rest, VERBS), tools, scope, isOrder || tools !== null);
}

function applyEdits(
  words: readonly Token[],
  tools: readonly ToolFacts[] | null,
  scope: Scope,
  isSure: boolean,
): Outcome | null {
  const among = tools ?? scope.facts.tools;
  const names = argumentNames(among);
  const edits = readEdits(words, names) ?? readLooseEdit(words, names);
  if (edits) return editIn(edits, tools, scope);
  if (!isSure) return null;
  const at = words.findIndex((_token, index) => index > 0 && isWhole(words, index));
  if (at < 1) return null;
  return refuseArgument(joinText(trimWords(words.slice(0, at), /^(?:is|be|to|and|,|are)$/)), among);
}

function isWhole(words: readonly Token[], from: number): boolean {
  const { length } = readConstraints(words, from);
  return length > 0 && from + length === words.length;
}

/** `limit optional and page required`, `limit and page optional`; null where that is not all. */
function readEdits(words: readonly Token[], names: readonly string[]): ArgumentEdit[] | null {
  const edits: ArgumentEdit[] = [];
  let open: string[] = [];
  let at = 0;
  while (at < words.length) {
    const joint = /^(?:and|,|both|with|but|make)$/.test(words[at]?.word ?? '') ? 1 : 0;
    const found = findLeading(words.slice(at + joint), names);
    if (found) {
      open.push(found.name);
      at += joint + found.length;
    } else if (joint === 1 && open.length === 0) at += 1;
    else if (open.length === 0) return null;
    if (!found && joint === 0 && at >= words.length) break;
    const { patch, length } = readConstraints(words, at);
    if (length === 0) {
      if (!found) return null;
      continue;
    }
    edits.push(...open.map((name) => ({ name, patch })));
    open = [];
    at += length;
  }
  return edits.length > 0 && open.length === 0 ? edits : null;
}

/** An argument that is named by some of its words only, or mistyped. */
function readLooseEdit(words: readonly Token[], names: readonly string[]): ArgumentEdit[] | null {
  const at = words.findIndex((_token, index) => index > 0 && isWhole(words, index));
  const name = at > 0 ? findNameAlike(trimIdle(words.slice(0, at)), names) : null;
  return name === null ? null : [{ name, patch: readConstraints(words, at).patch }];
}

function trimIdle(words: readonly Token[]): Token[] {
  return trimWords(words, /^(?:is|be|are|must|should|can|to|and|,|:|has|have|a|an|the)$/);
}

function editIn(
  edits: readonly ArgumentEdit[],
  tools: readonly ToolFacts[] | null,
  scope: Scope,
): Outcome {
  const has = (tool: ToolFacts) =>
    edits.every((edit) => tool.arguments.some(({ name }) => name === edit.name));
  const lasts = scope.facts.tools.filter(({ name }) => scope.subject.includes(name));
  const fitting = (tools ?? (lasts.some(has) ? lasts : scope.facts.tools)).filter(has);
  const [first] = fitting;
  if (!first)
    return refuseArgument(
      edits.map(({ name }) => name).join('" and "'),
      tools ?? scope.facts.tools,
    );
  if (tools === null && fitting.length > 1) {
    return chooseTool(fitting, edits.map(({ name }) => name).join(' and '), true, (chosen) =>
      editAll(edits, chosen),
    );
  }
  return editAll(edits, fitting);
}

function editAll(edits: readonly ArgumentEdit[], tools: readonly ToolFacts[]): Outcome {
  const list = edits.map(({ name, patch }) => ({ name, ...patch }));
  const calls = tools.map(({ name }) => ({
    tool: 'upsert_tool',
    input: { name, arguments: list },
  }));
  const names = tools.map(({ name }) => name);
  const what = edits.map(({ name }) => name).join(' and ');
  return perform(`Change ${what} of ${names.join(', ')}`, calls, names);
}

/** Says that no tool takes such an argument, and what there is. */
export function refuseArgument(said: string, tools: readonly ToolFacts[]): Outcome {
  const [tool] = tools;
  if (!tool) return say('The draft has no tools yet, so there are no arguments.');
  if (tools.length > 1) return say(`No tool takes an argument "${said}".`);
  const known = tool.arguments.map(describeArgument);
  const what = known.length === 0 ? 'takes no arguments' : `takes ${known.join(', ')}`;
  return say(`\`${tool.name}\` has no argument "${said}"; it ${what}.`, [tool.name]);
}

/** The words of one keyword and value as a sentence about the argument. */
function rephrase(keyword: string, isSure = true) {
  return ({ argument = [], value = [] }: Record<string, Token[]>, scope: Scope): Outcome | null => {
    const words = [...argument, ...readTokens(keyword), ...value];
    const { tools, rest } = takeTools(words, scope);
    return applyEdits(rest, tools, scope, isSure);
  };
}

function describeOne(
  { argument = [], text = [] }: Record<string, Token[]>,
  scope: Scope,
): Outcome | null {
  const isQuoted = text[0]?.kind === 'quote';
  const after = takeTools(isQuoted ? text.slice(1) : [], scope);
  const { tools, rest } =
    after.tools === null ? takeTools(argument, scope) : { ...after, rest: argument };
  const among = tools ?? scope.facts.tools;
  const names = argumentNames(among);
  const found = findLeading(rest, names);
  const written = readText(after.tools === null ? text : text.slice(0, 1));
  if (!found || found.length < rest.length || written === '') return null;
  return editIn([{ name: found.name, patch: { description: written } }], tools, scope);
}

function removeArguments(
  { list = [] }: Record<string, Token[]>,
  scope: Scope,
  isSure: boolean,
): Outcome | null {
  const { tools, rest } = takeTools(list, scope);
  const among = tools ?? scope.facts.tools;
  const names = argumentNames(among);
  const removed: string[] = [];
  let at = 0;
  while (at < rest.length) {
    const joint = /^(?:and|,)$/.test(rest[at]?.word ?? '') ? 1 : 0;
    const found = findLeading(rest.slice(at + joint), names);
    if (!found) return isSure ? refuseArgument(joinText(rest.slice(at + joint)), among) : null;
    removed.push(found.name);
    at += joint + found.length;
  }
  const [first] = removed;
  if (first === undefined) return null;
  if (scope.facts.tools.some(({ name }) => name === first) && !isSure) return null;
  return pickTools(removed, tools, scope, (chosen) => {
    const calls = chosen.map(({ name }) => ({
      tool: 'upsert_tool',
      input: { name, removeArguments: removed },
    }));
    const owners = chosen.map(({ name }) => name);
    return perform(`Remove ${joinNames(removed)} from ${owners.join(', ')}`, calls, owners);
  });
}

function pickTools(
  wanted: readonly string[],
  tools: readonly ToolFacts[] | null,
  scope: Scope,
  next: (tools: ToolFacts[]) => Outcome,
): Outcome {
  const has = (tool: ToolFacts) =>
    wanted.every((each) => tool.arguments.some(({ name }) => name === each));
  const lasts = scope.facts.tools.filter((tool) => scope.subject.includes(tool.name) && has(tool));
  const fitting = (tools ?? (lasts.length > 0 ? lasts : scope.facts.tools)).filter(has);
  if (fitting.length === 0)
    return refuseArgument(wanted.join('" and "'), tools ?? scope.facts.tools);
  const isOpen = tools === null && fitting.length > 1;
  return isOpen ? chooseTool(fitting, wanted.join(' and '), true, next) : next(fitting);
}

const CHANGE = '[set|change|make|raise|lower|increase|decrease|put|bump|move]';

/** Bounds, types, defaults and texts of arguments, and taking them away. */
export const argumentRules: readonly Rule[] = [
  rule(
    [
      `${CHANGE} default [value] of|for <argument> to|as|is|: <value>`,
      `${CHANGE} default <argument> (is / to / should be / =) <value>`,
      'give <argument> default [value] of|: <value>',
    ],
    rephrase('default'),
  ),
  rule(
    [
      `${CHANGE} maximum|max [value] of|for <argument> to|as|is|: <value>`,
      `${CHANGE} <argument> maximum|max (is / to) <value>`,
      'give <argument> maximum|max of|: <value>',
    ],
    rephrase('at most', false),
  ),
  rule(
    [`${CHANGE} minimum|min [value] of|for <argument> to|as|is|: <value>`],
    rephrase('at least'),
  ),
  rule([`${CHANGE} type of|for <argument> to|as|is|: <value>`], rephrase('is')),
  rule(['limit|cap|restrict <argument> to|at [at] [most] <value>'], rephrase('at most', false)),
  rule(
    ["(do not / don't / no longer) require <argument>", '<argument> need not be given'],
    ({ argument = [] }, scope) => rephrase('optional')({ argument, value: [] }, scope),
  ),
  rule(['require <argument>'], ({ argument = [] }, scope) =>
    argument.some(({ word }) => /^(?:confirmation|auth\w*|bearer|key|token)$/.test(word))
      ? null
      : rephrase('required')({ argument, value: [] }, scope),
  ),
  rule(
    [
      'describe [argument|parameter|field] <argument> as|: <text>',
      'set|change description of [argument|parameter|field] <argument> to|as <text>',
    ],
    describeOne,
  ),
  rule(
    [
      'remove|delete|drop argument|arguments|parameter|parameters|param|params|field|fields|input|inputs <list>',
    ],
    (slots, scope) => removeArguments(slots, scope, true),
  ),
  rule(
    ['remove|delete|drop <list> argument|arguments|parameter|parameters|param'],
    (slots, scope) => removeArguments(slots, scope, true),
  ),
  rule(
    [
      '<tool> (does not / should not / must not) need|take|have|accept|require <list> [anymore|any] [more]',
    ],
    ({ tool = [], list = [] }, scope) =>
      findNamed(tool, scope.facts.tools)
        ? removeArguments({ list: [...list, ...readTokens('of'), ...tool] }, scope, true)
        : null,
  ),
  rule(['remove|delete|drop <list>'], (slots, scope) => removeArguments(slots, scope, false)),
  rule(['rename argument|parameter|field <list>', 'rename <list> argument|parameter'], () =>
    say(
      'An argument cannot be renamed: its name is what the API knows. Add one with the new name and remove the old one.',
    ),
  ),
  editArguments,
];
