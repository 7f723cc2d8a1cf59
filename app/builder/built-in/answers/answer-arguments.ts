import type { ToolFacts } from '#app/builder/built-in/turn.ts';

import { describeArguments, joinWords, toCode } from './describe-tool.ts';
import { isAbout, leaveOut } from './is-about.ts';
import {
  findMentioned,
  findNamed,
  toSpokenName,
  wordsOf,
  type Question,
} from './mentioned-tools.ts';

/** Maximum number of tools described individually. */
const MOST_DESCRIBED = 4;

/** Answers which arguments are required and which are optional. */
export function answerRequired(question: Question): string | null {
  const { text, draft, lx } = question;
  if (lx.has('describe', text)) return null;
  const asksRequired = lx.has('required', text) || isAbout('without', text);
  if (!asksRequired && !lx.has('optional', text)) return null;
  const tools = pick(question, findMentioned(question)).filter((tool) => tool.arguments.length > 0);
  if (tools.length === 0)
    return draft.tools.length === 0 ? null : 'No tool has a required argument.';
  return tools.slice(0, 8).map(describeRequired).join(' ');
}

function describeRequired({ name, arguments: all }: ToolFacts): string {
  const required = all.filter((each) => each.required).map((each) => toCode(each.name));
  const optional = all.filter((each) => !each.required).map((each) => toCode(each.name));
  const must =
    required.length === 0 ? 'nothing must be given' : `${joinWords(required)} must be given`;
  return `For \`${name}\` ${must}${optional.length === 0 ? '; nothing can be left out' : `; ${joinWords(optional)} can be left out`}.`;
}

/** The tools that were named, or all if none was. */
function pick({ draft }: Question, meant: readonly ToolFacts[]): readonly ToolFacts[] {
  return meant.length > 0 ? meant : draft.tools;
}

/** Answers "is zone required?", "what type is the limit?": questions about one argument, in any tool. */
export function answerOneArgument({ text, draft, lx }: Question): string | null {
  if (lx.rx('<argument>s|<field>s|<tool>s').test(text) || lx.has('takes', leaveOut('copula', text)))
    return null;
  const named = findNamed(text, draft.tools);
  const said = ` ${wordsOf(text).join(' ')} `;
  const parts = (named.length > 0 ? named : draft.tools).flatMap((tool) => {
    const found = tool.arguments.filter(
      ({ name }) => said.includes(` ${toSpokenName(name)} `) && !lx.is('filler', name),
    );
    return found.length === 0 ? [] : [describeOwn(tool, found)];
  });
  return parts.length === 0 || parts.length > MOST_DESCRIBED ? null : parts.join(' ');
}

/** Answers "which ones take a stop id": the argument that shares the most words with the question. */
export function answerTakers({ text, draft, lx }: Question): string | null {
  if (lx.has('argument', text) && lx.rx('<no>|<nothing>').test(text))
    return describeFree(draft.tools);
  if (
    (!lx.has('takes', text) && !isAbout('uses', text)) ||
    draft.tools.some(({ name }) => text.includes(name))
  )
    return null;
  const said = ` ${wordsOf(text.replace(/\{|\}/g, ' ')).join(' ')} `;
  const asked = draft.tools
    .flatMap((tool) =>
      tool.arguments.flatMap((argument) =>
        spokenNames(argument.name, tool).map((words) => ({ tool, argument, words })),
      ),
    )
    .filter(
      ({ words }) => said.includes(` ${words} `) || said.includes(` ${words.replaceAll(' ', '')} `),
    );
  const most = Math.max(0, ...asked.map(({ words }) => words.split(' ').length));
  const best = asked.filter(({ words }) => words.split(' ').length === most);
  const names = [...new Set(best.map(({ tool }) => tool.name))];
  if (
    names.length === 0 ||
    best.some(
      ({ words }) => lx.is('takes', words) || lx.is('argument', words) || lx.is('filler', words),
    )
  )
    return null;
  if (names.length <= MOST_DESCRIBED) {
    const tools = draft.tools.filter(({ name }) => names.includes(name));
    const own = (tool: ToolFacts) => best.filter((each) => each.tool === tool);
    return tools
      .map((tool) =>
        describeOwn(
          tool,
          own(tool).map(({ argument }) => argument),
        ),
      )
      .join(' ');
  }
  const list = [...new Set(best.map(({ argument }) => toCode(argument.name)))];
  return `${joinWords(names.map(toCode))} take ${joinWords(list)}.`;
}

/** Describes some of a tool's arguments. */
function describeOwn(tool: ToolFacts, own: ToolFacts['arguments']): string {
  return `\`${tool.name}\` ${describeArguments({ ...tool, arguments: own, constants: [] })}.`;
}

function describeFree(tools: readonly ToolFacts[]): string {
  const free = tools.filter((tool) => tool.arguments.length === 0).map(({ name }) => toCode(name));
  return free.length === 0
    ? 'Every tool takes an argument.'
    : `Without arguments: ${joinWords(free)}.`;
}

/** Spoken forms of a name: "stop id" for `stopId`, and for the `id` of `/stops/{id}`. */
function spokenNames(name: string, { path = '' }: ToolFacts): string[] {
  const parts = path.split('/');
  const owner = parts[parts.indexOf(`{${name}}`) - 1];
  return [
    toSpokenName(name),
    ...(owner && !owner.startsWith('{') ? [`${toSpokenName(owner)} ${toSpokenName(name)}`] : []),
  ].filter((words) => words !== '');
}

/** Answers which arguments tools take. */
export function answerArguments(question: Question): string | null {
  const { text, lx } = question;
  if (!lx.has('argument', text) && !lx.has('takes', text) && !lx.has('field', text)) return null;
  const tools = pick(question, findMentioned(question));
  if (tools.length === 0 || tools.length > 8) return null;
  return tools.map((tool) => `\`${tool.name}\` ${describeArguments(tool)}.`).join(' ');
}

/** Answers questions about limits and defaults. */
export function answerLimits({ text, draft, lx }: Question): string | null {
  if (!isAbout('bounds', text) && !lx.rx('<default>|<maximum>|<minimum>|<atMost>').test(text))
    return null;
  const said = wordsOf(text).join(' ');
  const bounded = draft.tools
    .flatMap((tool) => tool.arguments.map((argument) => ({ tool, argument })))
    .filter(
      ({ argument: { minimum, maximum, default: preset } }) =>
        minimum !== undefined || maximum !== undefined || preset !== undefined,
    );
  const named = bounded.filter(({ argument }) =>
    ` ${said} `.includes(` ${toSpokenName(argument.name)} `),
  );
  const chosen = named.length > 0 ? named : bounded;
  if (chosen.length === 0)
    return draft.tools.length === 0 ? null : 'No argument has a limit or a default.';
  return [...new Set(chosen.map(({ tool }) => tool))]
    .map((tool) =>
      describeOwn(
        tool,
        chosen.filter((each) => each.tool === tool).map(({ argument }) => argument),
      ),
    )
    .join(' ');
}
