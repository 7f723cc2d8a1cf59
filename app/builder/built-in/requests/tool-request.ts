import { selectTools, withTools } from '#app/builder/built-in/draft/select-tools.ts';
import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { readAddress } from './address.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

function setMethod({ tool = [], method = [] }: Slots, scope: Scope): Outcome | null {
  const text = joinText(trimWords(method, /^(?:the|a|method|request|http|instead)$/)).toUpperCase();
  if (!/^(?:GET|POST|PUT|PATCH|DELETE)$/.test(text)) return null;
  return withTools(tool, scope, false, ([found]) => {
    if (found?.path === undefined) return say('Only a tool that calls an address has a method.');
    return setRequest(found, text, found.path);
  });
}

function setPath({ tool = [], path = [] }: Slots, scope: Scope): Outcome | null {
  const place = path.find(({ kind }) => kind === 'path' || kind === 'url');
  if (!place || trimWords(path, /^(?:the|path|address|url|:)$/).length !== 1) return null;
  if (selectTools(tool, scope).kind === 'none') return null;
  return withTools(tool, scope, false, ([found]) => {
    if (found?.method === undefined) return say('Only a tool that calls an address has a path.');
    return setAddress(found, found.method, place.text);
  });
}

/** A new path brings its own arguments, and those of the old one go. */
function setAddress(tool: ToolFacts, method: string, text: string): Outcome {
  const address = readAddress(text);
  if (!address) return say(`"${text.slice(0, 100)}" is no address that can be called.`);
  const names = address.path.map(({ name }) => name);
  const added = names.filter((name) => !tool.arguments.some((each) => each.name === name));
  const gone = tool.arguments.filter((each) => each.in === 'path' && !names.includes(each.name));
  const url = `${address.origin ?? ''}${address.template}`;
  const list = added.map((name) => ({ name, in: 'path', type: 'string', required: true }));
  const input = {
    name: tool.name,
    request: { method, url },
    ...(list.length > 0 ? { arguments: list } : {}),
    ...(gone.length > 0 ? { removeArguments: gone.map(({ name }) => name) } : {}),
  };
  const plan = `Let ${tool.name} call ${method} ${url}`;
  return perform(plan, [{ tool: 'upsert_tool', input }], [tool.name]);
}

function setRequest({ name }: ToolFacts, method: string, url: string): Outcome {
  const call = { tool: 'upsert_tool', input: { name, request: { method, url } } };
  return perform(`Let ${name} call ${method} ${url}`, [call], [name]);
}

/** The method and the address that a tool calls. */
export const toolRequestRules: readonly Rule[] = [
  rule(
    [
      'change|set [http] method of [tool] <tool> to <method>',
      'let|make [tool] <tool> use <method>',
      'use <method> (for / in / with) [tool] <tool>',
      '[tool] <tool> should|must use|be <method>',
      'use <method> instead',
    ],
    setMethod,
  ),
  rule(
    [
      'change|set path|url|address of [tool] <tool> to <path>',
      'let|make [tool] <tool> call|use|hit|go|point [to] <path>',
      'point [tool] <tool> at|to <path>',
      '[tool] <tool> should|must call|use <path>',
    ],
    setPath,
  ),
];
