import type { JsonObject } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

import { describeArgument, findLeading } from '#app/builder/built-in/draft/find-argument.ts';
import { findNamed } from '#app/builder/built-in/draft/find-tool.ts';
import { toRecord } from '#app/builder/built-in/draft/read-facts.ts';
import { selectTools, withTools } from '#app/builder/built-in/draft/select-tools.ts';
import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome, Tell } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { joinText } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { quoteAnswer } from '#app/builder/built-in/words/quote-answer.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { readArgumentValue } from './argument-value.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

type Given = { ok: true; values: JsonObject } | { ok: false; trouble: string };

function call({ tool = [], values }: Slots, scope: Scope): Outcome | null {
  // `get_user(id=5)`
  const bracket = tool.findIndex(({ word }) => word === '(');
  const name = bracket > 0 ? tool.slice(0, bracket) : tool;
  return invoke(name, values ?? tool.slice(name.length), scope, callWith);
}

function addExample({ tool = [], values = [] }: Slots, scope: Scope): Outcome | null {
  return invoke(tool, values, scope, (found, given) => {
    const input = { tool: found.name, arguments: given };
    return perform(
      `Add an example to ${found.name}`,
      [{ tool: 'add_example', input }],
      [found.name],
    );
  });
}

function invoke(
  tool: readonly Token[],
  values: readonly Token[],
  scope: Scope,
  next: (tool: ToolFacts, values: JsonObject) => Outcome,
): Outcome | null {
  if (tool.some(({ kind }) => kind === 'url' || kind === 'path')) return null;
  return withTools(tool, scope, false, ([found]) => {
    if (!found) return say('There is no such tool in the draft.');
    const given = readValues(values, found);
    if (!given.ok) return say(given.trouble, [found.name]);
    const missing = found.arguments.filter(
      ({ name, required }) => required && !Object.hasOwn(given.values, name),
    );
    const [first] = missing;
    if (!first) return next(found, given.values);
    const list = missing.map(describeArgument).join(', ');
    const example = `call ${found.name} with ${first.name} ${first.type === 'integer' || first.type === 'number' ? '1' : '"…"'}`;
    return say(`\`${found.name}\` needs ${list}. Say for example: ${example}.`, [found.name]);
  });
}

function callWith(tool: ToolFacts, values: JsonObject): Outcome {
  const { name } = tool;
  const input = { name, arguments: values };
  return perform(`Call ${name}`, [{ tool: 'run_tool', input }], [name], tellAnswer(name));
}

function tellAnswer(name: string): Tell {
  return ([result]) => {
    const { isError, text, structured } = toRecord(result?.output);
    const shown =
      typeof text === 'string' && text !== '' ? text : JSON.stringify(structured ?? null);
    if (isError === undefined) return `\`${name}\` gave no answer that can be read.`;
    return isError === true
      ? `\`${name}\` answered with an error:\n\n${quoteAnswer(shown)}`
      : `\`${name}\` answered:\n\n${quoteAnswer(shown)}`;
  };
}

/** Reads `id 5 and name "Bob"`, `id=5, name=Bob`, `{"id": 5}` or the one value that is needed. */
function readValues(tokens: readonly Token[], tool: ToolFacts): Given {
  const [json] = tokens;
  if (json?.kind === 'json' && tokens.length === 1) {
    const { value } = json;
    const isObject = value !== undefined && isJsonObject(value);
    return isObject
      ? { ok: true, values: value }
      : { ok: false, trouble: describeUnknown(tokens, tool) };
  }
  const values: JsonObject = {};
  let at = 0;
  while (at < tokens.length) {
    if (IDLE.test(tokens[at]?.word ?? '')) {
      at += 1;
      continue;
    }
    const end = endOfValue(tokens, at, tool);
    const trouble = takeValue(tokens.slice(at, end), tool, values);
    if (trouble !== null) return { ok: false, trouble };
    at = end;
  }
  return { ok: true, values };
}

const IDLE = /^(?:and|,|with|the|a|an|its|for|\(|\)|arguments?|values?|:|=|using)$/;
const LINK = /^(?:=|:|is|as|to|of|being|equals)$/;

/** Takes one value under its name, or as the only one that is open; says what is wrong, or null. */
function takeValue(tokens: readonly Token[], tool: ToolFacts, values: JsonObject): string | null {
  const names = tool.arguments.map(({ name }) => name);
  const found = findLeading(tokens, names);
  const after = tokens.slice(found?.length ?? 0);
  const said = LINK.test(after[0]?.word ?? '') ? after.slice(1) : after;
  const isNamed = found !== null && said.length > 0;
  const name = isNamed ? found.name : findOpen(tool, values);
  const argument = tool.arguments.find((each) => each.name === name);
  if (!argument) return takeField(tokens, tool, values) ? null : describeUnknown(tokens, tool);
  const value = readArgumentValue(isNamed ? said : tokens, argument.type);
  if (value === null) {
    return `"${joinText(said)}" is no value for ${describeArgument(argument)} of \`${tool.name}\`.`;
  }
  values[argument.name] = value;
  return null;
}

/** Where a value ends: at the next name of an argument after a comma or "and". */
function endOfValue(tokens: readonly Token[], from: number, tool: ToolFacts): number {
  const names = tool.arguments.map(({ name }) => name);
  const hasBody = bodyOf(tool) !== undefined;
  for (let at = from + 1; at < tokens.length; at += 1) {
    if (tokens[at]?.word === ')' && at === tokens.length - 1) return at;
    if (!/^(?:and|,)$/.test(tokens[at]?.word ?? '')) continue;
    const next = tokens.slice(at + 1).filter(({ word }, index) => index > 0 || word !== 'and');
    if (findLeading(next, names) !== null || (hasBody && next.length > 1)) return at;
  }
  return tokens.length;
}

/** The one argument that has to be given, or that there is at all, while it is not given. */
function findOpen(tool: ToolFacts, values: JsonObject): string | null {
  const open = tool.arguments.filter(({ name }) => !Object.hasOwn(values, name));
  const required = open.filter((argument) => argument.required);
  const candidates = required.length > 0 ? required : open;
  const [only] = candidates;
  return candidates.length === 1 && only && only.in !== 'body' ? only.name : null;
}

function bodyOf(tool: ToolFacts) {
  const inBody = tool.arguments.filter((argument) => argument.in === 'body');
  const [only] = inBody;
  return inBody.length === 1 && only?.type === 'object' ? only : undefined;
}

/** A body that is one argument takes the fields that are given. */
function takeField(tokens: readonly Token[], tool: ToolFacts, values: JsonObject): boolean {
  const body = bodyOf(tool);
  const [name, ...rest] = tokens;
  const said = LINK.test(rest[0]?.word ?? '') ? rest.slice(1) : rest;
  const value = said.length > 0 ? readArgumentValue(said, undefined) : null;
  if (!body || name?.kind !== 'word' || value === null) return false;
  const known = values[body.name];
  values[body.name] = { ...(isJsonObject(known) ? known : {}), [name.text]: value };
  return true;
}

function describeUnknown(tokens: readonly Token[], tool: ToolFacts): string {
  const known = tool.arguments.map(describeArgument).join(', ');
  return `I do not know which argument of \`${tool.name}\` "${joinText(tokens)}" is. It takes ${known === '' ? 'none' : known}.`;
}

/** "call users" may speak of no tool: then it is no call. */
function callNamed(slots: Slots, scope: Scope): Outcome | null {
  const selection = selectTools(slots['tool'] ?? [], scope);
  return selection.kind === 'none' ? null : call(slots, scope);
}

/** Calls of the draft's tools, and calls that are kept as examples. */
export const callRules: readonly Rule[] = [
  rule(
    [
      'add example to|for|of <tool> with|using|: <values>',
      'add example <values> to <tool>',
      'use|save|keep <tool> with <values> as example',
      'add example to|for <tool>',
    ],
    addExample,
  ),
  rule(['use|try|test <tool> with|for|on <values>', 'test|try [out] [tool] <tool>'], callNamed),
  rule(
    [
      'call|run|execute|invoke|test|try [tool] <tool> [with|using|for|on] [arguments|argument|input] <values>',
    ],
    (slots, scope) =>
      findNamed(slots['tool'] ?? [], scope.facts.tools) ? call(slots, scope) : null,
  ),
  rule(
    [
      'call|run|execute|invoke [tool] <tool> with|using|for|on [arguments|argument|input] <values>',
      'call|run|execute|invoke [tool] <tool>',
    ],
    call,
  ),
];
