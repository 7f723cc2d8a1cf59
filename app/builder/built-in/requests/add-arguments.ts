import type { JsonObject } from '#app/runtime/definition.ts';

import { withTools } from '#app/builder/built-in/draft/select-tools.ts';
import { perform, say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import type { ToolFacts } from '#app/builder/built-in/turn.ts';
import { readConstraints } from '#app/builder/built-in/words/constraints.ts';
import { inferType, readFields } from '#app/builder/built-in/words/fields.ts';
import type { Field } from '#app/builder/built-in/words/fields.ts';
import { joinNames, trimWords } from '#app/builder/built-in/words/lists.ts';
import type { Slots } from '#app/builder/built-in/words/phrase.ts';
import { readTokens } from '#app/builder/built-in/words/tokens.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { explainUnclear } from './add-tool.ts';
import { rule } from './rule.ts';
import type { Rule } from './rule.ts';

const KIND = /^(?:arguments?|parameters?|params?|inputs?|fields?|named|called)$/;
const ADJECTIVE = /^(?:optional|required|mandatory|integer|number|boolean|string)$/;
/** Names that arguments have everywhere. */
const USUAL =
  /^(?:limit|offset|page|cursor|sort|order|q|query|filter|search|fields|from|to|since|until|status|name|title|id|ids|email|type|date|lang|locale|currency|country|city|tag|tags|text|format|size|count|start|end|year|month|day|user|category)$/;
const OTHER =
  /^(?:tools?|endpoints?|confirmation|example|description|title|auth\w*|bearer|token|key|server|resource|prompt|base|everything)$/;

function addArguments(isSure: boolean) {
  return ({ list = [], tools }: Slots, scope: Scope): Outcome | null => {
    const isOther = list.some(
      ({ word, kind }) => (!isSure && OTHER.test(word)) || kind === 'url' || kind === 'path',
    );
    if (isOther || tools?.some(({ word }) => /^(?:not|let|make)$/.test(word))) return null;
    const place = list.find(({ word }) => /^(?:query|header|body)$/.test(word))?.word;
    const read = readFields(trimWords(readSpec(list, place), /^(?:a|an|the|:|,|new|another)$/));
    if (!read.ok) return isSure ? say(explainUnclear(read.unclear)) : null;
    if (read.fields.length === 0) return null;
    const { fields, owners } = takeTail(read.fields, tools ?? readTokens('it'));
    return withTools(owners, scope, true, (found) => {
      const add = () => addTo(found, fields, place);
      const doubtful = isSure ? undefined : fields.find(isDoubtful);
      return doubtful ? askArgument(doubtful, found, add) : add();
    });
  };
}

/** "add caching to list_users" names no argument, and "add limit to list_users" does. */
function isDoubtful({ name, patch }: Field): boolean {
  return Object.keys(patch).length === 0 && /^[a-z]+$/.test(name) && !USUAL.test(name);
}

function askArgument({ name }: Field, tools: readonly ToolFacts[], add: () => Outcome): Outcome {
  return {
    kind: 'question',
    question: `Should ${joinNames(tools.map((tool) => tool.name))} take an argument \`${name}\`?`,
    choices: ['Yes', 'No'],
    answered: (answer) => {
      if (/^y/i.test(answer)) return add();
      return /^n/i.test(answer) ? say('Then nothing was changed.') : null;
    },
  };
}

/** "a search parameter q" is q, "a limit argument" is limit. */
function readSpec(list: readonly Token[], place: string | undefined): Token[] {
  const at = list.findIndex(({ word }) => KIND.test(word));
  const after = list.slice(at + 1);
  const isBefore = at > 0 && after.length > 0 && !/^[,(]|and$/.test(after[0]?.word ?? '');
  const lead = list.slice(0, at).filter(({ word }) => ADJECTIVE.test(word));
  const words = isBefore ? [...lead, ...after] : list;
  return words.filter(({ word }) => !KIND.test(word) && (word !== place || list.length === 1));
}

/** 'add "sort" to list_posts, one of asc or desc': the end says more of the one argument. */
function takeTail(fields: Field[], tools: readonly Token[]): { fields: Field[]; owners: Token[] } {
  const at = tools.findIndex(({ word }) => word === ',' || word === '(' || word === 'with');
  const { patch, length } = readConstraints(tools, at + 1);
  const [only] = fields;
  const isTail = at > 0 && length > 0 && at + 1 + length >= tools.length;
  if (!isTail || !only || fields.length > 1) return { fields, owners: [...tools] };
  return { fields: [{ ...only, patch: { ...only.patch, ...patch } }], owners: tools.slice(0, at) };
}

function addTo(
  tools: readonly ToolFacts[],
  fields: readonly Field[],
  place: string | undefined,
): Outcome {
  const other = tools.find(({ kind }) => kind === 'mcp');
  if (other)
    return say(`\`${other.name}\` is a tool of another server: its arguments are set there.`);
  const calls = tools.map((tool) => ({
    tool: 'upsert_tool',
    input: { name: tool.name, arguments: fields.map((field) => toArgument(field, tool, place)) },
  }));
  const names = tools.map(({ name }) => name);
  const added = fields.map(({ name }) => name).join(', ');
  return perform(`Add ${added} to ${names.join(', ')}`, calls, names);
}

function toArgument(
  { name, patch }: Field,
  tool: ToolFacts,
  place: string | undefined,
): JsonObject {
  // What the tool has already is changed, not made anew.
  if (tool.arguments.some((argument) => argument.name === name)) {
    return { name, ...(place === undefined ? {} : { in: place }), ...patch };
  }
  const isQuery = /^(?:GET|HEAD|DELETE)$/.test(tool.method ?? 'GET');
  const usual: JsonObject =
    tool.kind === 'code' ? {} : { in: place ?? (isQuery ? 'query' : 'body') };
  return { name, ...usual, type: inferType(patch, name), required: false, ...patch };
}

/** Whether a clause asks for arguments in so many words. */
function isNamed({ list = [] }: Slots): boolean {
  return list.some(
    ({ word }: Token) => KIND.test(word) || /^(?:optional|required|header|query)$/.test(word),
  );
}

/** New arguments for tools that exist. */
export const addArgumentRules: readonly Rule[] = [
  rule(['add|include <list> to|on|for <tools>'], (slots, scope) =>
    addArguments(isNamed(slots))(slots, scope),
  ),
  rule(
    ['give [tool] <tools> a|an|optional|required|argument|query|header <list>'],
    (slots, scope) => (isNamed(slots) ? addArguments(true)(slots, scope) : null),
  ),
  rule(
    [
      '[tool] <tools> [should|must] [also] takes|take|accepts|accept <list>',
      'let|make [tool] <tools> [also] take|accept <list>',
    ],
    addArguments(true),
  ),
  rule(['add|include <list>'], (slots, scope) =>
    isNamed(slots) ? addArguments(true)(slots, scope) : null,
  ),
];
