import { toSingular, toWords } from '#app/blueprint/words.ts';

import { readProperties } from '#app/builder/built-in/draft/read-properties.ts';
import { say } from '#app/builder/built-in/outcome.ts';
import type { Outcome } from '#app/builder/built-in/outcome.ts';
import type { Scope } from '#app/builder/built-in/scope.ts';
import { readFields } from '#app/builder/built-in/words/fields.ts';
import type { Field } from '#app/builder/built-in/words/fields.ts';
import { joinText, trimWords } from '#app/builder/built-in/words/lists.ts';
import { isMethodName, takesFields, toMethod } from '#app/builder/built-in/words/method-words.ts';
import type { Token } from '#app/builder/built-in/words/tokens.ts';
import { addEndpoint } from './endpoint.ts';
import type { Endpoint } from './endpoint.ts';
import { toToolName } from './tool-name.ts';

const OPENING =
  /^(?:add|create|make|build|define|write|give|include|need|want|have|there|new|another|second|one|more|me|us|i|we|should|be|is|it|with|can|to|a|an|the|for|would|like|:|,|also)$/;
const TOOL_WORD = /^(?:tools?|endpoints?|operation|route|call|function|action|request)$/;
const IDLE =
  /^(?:that|which|to|for|:|-|–|—|and|,|it|should|will|can|a|an|the|request|is|who|,|\))$/;

/** "load https://api.example.com/openapi.json" means the document. */
const DOCUMENT = /\.(?:json|ya?ml)$|openapi|swagger|api-docs/i;

const isMethod = ({ text }: Token) => isMethodName(text);
const isOpeningWord = ({ word }: Token) => OPENING.test(word);
const isToolWord = ({ word }: Token) => TOOL_WORD.test(word);

/** Adds a tool: "add a tool that gets https://api.example.com/users/{id} and returns name". */
export function addTool(clause: readonly Token[], scope: Scope): Outcome | null {
  const at = clause.findIndex(({ kind }) => kind === 'url' || kind === 'path');
  if (at === -1) return readWithoutAddress(clause, scope);
  const after = clause.slice(at + 1);
  const isNamedTool = /^as (?:a |an |another |new )*(?:tool|endpoint)\b/.test(
    after.map(({ word }) => word).join(' '),
  );
  const skipped = isNamedTool ? after.findIndex(({ word }) => TOOL_WORD.test(word)) + 1 : 0;
  const before = clause.slice(0, at);
  // An address with places to fill can only be a call.
  const isOpen = /[{<]/.test(clause[at]?.text ?? '') && before.every(isOpeningWord);
  const isWanted = isNamedTool || scope.isAdding === true || isOpen;
  const isDocument = DOCUMENT.test(clause[at]?.text ?? '') && !before.some(isMethod);
  const opening =
    isDocument && !isWanted && !before.some(isToolWord) ? null : readOpening(before, isWanted);
  if (!opening) return null;
  const endpoint: Endpoint = {
    method: opening.method,
    address: clause[at]?.text ?? '',
    ...(opening.name === undefined ? {} : { name: opening.name }),
    fields: [],
  };
  const trouble =
    takeFields(endpoint, opening.fields) ?? readDetails(endpoint, trimAround(after.slice(skipped)));
  if (trouble !== null) return say(trouble);
  return addEndpoint(endpoint, scope);
}

/** What closes around the address says nothing. */
function trimAround(tokens: readonly Token[]): Token[] {
  const hasBracket = tokens.some(({ word }) => word === '(');
  const idle = hasBracket
    ? /^(?:endpoint|address|url|and|,)$/
    : /^(?:endpoint|address|url|and|,|\))$/;
  return trimWords(tokens, idle);
}

interface Opening {
  method: string;
  name?: string;
  fields: Token[];
}

/** What stands before the address: that a tool is wanted, its name, its verb, what it sends. */
function readOpening(tokens: readonly Token[], isNamedTool: boolean): Opening | null {
  let at = 0;
  while (OPENING.test(tokens[at]?.word ?? '')) at += 1;
  const before = tokens[at];
  const isStated =
    before !== undefined && isMethod(before) && TOOL_WORD.test(tokens[at + 1]?.word ?? '');
  if (isStated) at += 1;
  const isTool = TOOL_WORD.test(tokens[at]?.word ?? '') && !isMethodName(tokens[at]?.text ?? '');
  if (isTool) at += 1;
  const isWanted = isTool || isNamedTool;
  const named = readName(tokens, at, isTool);
  at = named.end;
  while (IDLE.test(tokens[at]?.word ?? '')) at += 1;
  const verb = tokens[at];
  const rest = trimWords(
    tokens.slice(at + 1),
    /^(?:to|at|from|on|of|by|via|using|:|,|the|api|url|address|endpoint|request|\()$/,
  );
  const method = toMethod(verb?.word ?? '');
  const name = named.name === undefined ? {} : { name: named.name };
  // "add https://…" speaks of a document; "add a tool https://…" of a call.
  if (!verb)
    return isWanted || named.name !== undefined
      ? { method: isStated ? before.text : 'GET', ...name, fields: [] }
      : null;
  if (isMethodName(verb.text)) return { method: verb.text, ...name, fields: rest };
  const stated = isStated ? before.text : rest.find(isMethod)?.text;
  if (!isWanted && named.name === undefined && !isBare(tokens, at, method)) return null;
  if (method === null) return isWanted ? { method: stated ?? 'GET', ...name, fields: [] } : null;
  const isProse = !takesFields(verb.word) || /^(?:a|an)$/.test(rest[0]?.word ?? '');
  return { method: stated ?? method, ...name, fields: isProse || stated !== undefined ? [] : rest };
}

/** "get https://…" by itself asks for a tool; "import https://…" does not. */
function isBare(tokens: readonly Token[], at: number, method: string | null): boolean {
  return (
    method !== null &&
    at === 0 &&
    !/^(?:call|show|change|remove|delete|return)$/.test(tokens[0]?.word ?? '')
  );
}

function readName(
  tokens: readonly Token[],
  from: number,
  isTool: boolean,
): { name?: string; end: number } {
  const isNamed = /^(?:named|called|name)$/.test(tokens[from]?.word ?? '');
  const token = tokens[from + (isNamed ? 1 : 0)];
  const isName =
    isNamed || (isTool && (token?.kind === 'quote' || /[a-z]_[a-z]/i.test(token?.text ?? '')));
  if (!token || (!isName && !/^[a-z]+_[a-z_\d]+$/i.test(token.text))) return { end: from };
  return { name: toToolName([token]), end: from + (isNamed ? 2 : 1) };
}

const KEYWORDS: readonly [RegExp, Part][] = [
  [/^(?:returns?|returning|gives?|giving|keeps?|keeping|outputs?)$/, 'keep'],
  [
    /^(?:with|takes?|taking|accepts?|accepting|using|sends?|sending|posts?|posting|needs?)$/,
    'fields',
  ],
  [/^(?:named|called|name|call)$/, 'name'],
  [/^(?:described|description)$/, 'text'],
  [/^(?:asks?|asking|confirms?|confirming|requires?|requiring)$/, 'confirm'],
  [/^(?:where|whose)$/, 'fields'],
];

type Part = 'keep' | 'fields' | 'name' | 'text' | 'confirm';

/** Reads what follows the address; says what is unclear, or null. */
export function readDetails(endpoint: Endpoint, tokens: readonly Token[]): string | null {
  let at = 0;
  while (at < tokens.length) {
    while (/^(?:and|,|it|which|that|then|should|only|also|\.|but)$/.test(tokens[at]?.word ?? ''))
      at += 1;
    if (at >= tokens.length) return null;
    const isDash = /^[-–—]$/.test(tokens[at]?.word ?? '') && partAt(tokens, at + 1) !== null;
    if (isDash) at += 1;
    const part = partAt(tokens, at) ?? bracketAt(tokens, at);
    const isText = tokens[at]?.kind === 'quote' || /^[-–—:(]$/.test(tokens[at]?.word ?? '');
    if (part === null && !isText) {
      return `I did not understand "${joinText(tokens.slice(at))}" about \`${endpoint.address.slice(0, 100)}\`, so nothing was added.`;
    }
    const end = findEnd(tokens, at + 1);
    const said = trimWords(tokens.slice(part === null ? at : at + 1, end), /^(?:and|,|also)$/);
    const trouble = readPart(endpoint, part ?? 'text', said);
    if (trouble !== null) return trouble;
    at = end;
  }
  return null;
}

/** Names in brackets are what is sent; other words say what the tool is for. */
function bracketAt(tokens: readonly Token[], at: number): Part | null {
  const end = tokens.findIndex(({ word }, index) => index > at && word === ')');
  const isList = tokens[at]?.word === '(' && end > at + 1;
  return isList && readFields(tokens.slice(at + 1, end)).ok ? 'fields' : null;
}

function partAt(tokens: readonly Token[], at: number): Part | null {
  const word = tokens[at]?.word ?? '';
  return KEYWORDS.find(([form]) => form.test(word))?.[1] ?? null;
}

/** Where the next part begins: a keyword after "and" or a comma, or one that is no name. */
function findEnd(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const word = tokens[at]?.word ?? '';
    if (word === '(') depth += 1;
    if (word === ')') depth -= 1;
    const isJoined = /^(?:and|,|which|that|it|but)$/.test(tokens[at - 1]?.word ?? '');
    const isSure =
      /^(?:returning|returns|taking|accepting|named|called|where|asking|with|using)$/.test(word);
    const isListed = /^(?:,|and)$/.test(tokens[at + 1]?.word ?? '') || at === tokens.length - 1;
    if (depth === 0 && partAt(tokens, at) !== null && (isSure || (isJoined && !isListed)))
      return at;
  }
  return tokens.length;
}

function readPart(endpoint: Endpoint, part: Part, said: readonly Token[]): string | null {
  const text = joinText(said);
  if (part === 'confirm' || /\bconfirmation\b/.test(text)) {
    const isConfirm = /\b(?:first|before|confirm\w*|me|user|person|permission)\b/.test(text);
    endpoint.confirm = true;
    return isConfirm || said.length === 0 ? null : `I did not understand "${text}".`;
  }
  switch (part) {
    case 'keep':
      return takeKeep(endpoint, said);
    case 'fields':
      return takeFields(endpoint, trimFields(said));
    case 'name':
      endpoint.name = toToolName(trimWords(said, /^(?:it|the|tool|as)$/));
      return null;
    case 'text': {
      const words = trimWords(said, /^(?:as|:|-|–|—|\(|\)|is)$/);
      const [only] = words;
      endpoint.description = only?.kind === 'quote' ? only.text : joinText(words);
      return null;
    }
  }
}

function trimFields(said: readonly Token[]): Token[] {
  return trimWords(
    said,
    /^(?:\(|a|an|the|arguments?|parameters?|params?|fields?|json|form|data|:|of|input|inputs)$/,
  );
}

function takeFields(endpoint: Endpoint, said: readonly Token[]): string | null {
  const place = /^(body|query|header)$/.exec(said[0]?.word ?? '')?.[1];
  const isPlace = place !== undefined && said.length > 1 && !/^[,(]|and$/.test(said[1]?.word ?? '');
  const list = readFields(isPlace ? trimFields(said.slice(1)) : said);
  if (!list.ok) return explainUnclear(list.unclear);
  const added = list.fields.map(({ name, patch }): Field => ({
    name,
    patch: isPlace ? { in: place, ...patch } : patch,
  }));
  const others = endpoint.fields.filter(({ name }) => !added.some((field) => field.name === name));
  endpoint.fields = [...others, ...added];
  return null;
}

function takeKeep(endpoint: Endpoint, said: readonly Token[]): string | null {
  const literal = endpoint.address
    .split(/[?#]/)[0]
    ?.split('/')
    .findLast((part) => /^[a-z]/i.test(part));
  const thing = toWords(literal ?? '')
    .map(toSingular)
    .join(' ');
  const list = readProperties(said, undefined, thing);
  if (list.kind === 'unclear') return explainUnclear(list.said);
  if (list.kind === 'these') endpoint.keep = list.names;
  return null;
}

/** Names are taken as the API spells them, and words say nothing of the spelling. */
export function explainUnclear(said: string): string {
  return `I do not know how the API spells "${said}": write names as the API does, such as first_name or "first name". Nothing was changed for that request.`;
}

/** A tool is wanted, and nobody said what it calls. */
function readWithoutAddress(clause: readonly Token[], scope: Scope): Outcome | null {
  const words = clause.map(({ word }) => word);
  const at = words.findIndex((word) => /^(?:tool|endpoint)$/.test(word));
  const isWanted = /^(?:add|create|make|build|write|i|we|give|new|a|another)$/.test(words[0] ?? '');
  const isBefore = words.slice(0, Math.max(at, 0)).every((word) => OPENING.test(word));
  const next = words[at + 1] ?? '';
  if (at === -1 || !isWanted || !isBefore || !/^(?:|that|which|to|for|named|called|,)$/.test(next))
    return null;
  const named = /^(?:named|called)$/.test(next) ? readName(clause, at + 1, true).name : undefined;
  const verb = clause.slice(at + 1).find(({ word }) => toMethod(word) !== null)?.word ?? 'get';
  return {
    kind: 'question',
    question:
      'I build tools that call HTTP addresses. Which one does this tool call? For example GET https://api.example.com/users/{id}.',
    choices: [],
    answered: (answer) => {
      const [, method, address] =
        /^(?:([A-Za-z]{3,6}) +)?((?:https?:\/)?\/\S+)$/.exec(answer.trim()) ?? [];
      if (address === undefined) return null;
      const stated = method?.toUpperCase() ?? '';
      const endpoint: Endpoint = {
        method: isMethodName(stated) ? stated : (toMethod(verb) ?? 'GET'),
        address,
        ...(named === undefined ? {} : { name: named }),
        fields: [],
      };
      return addEndpoint(endpoint, scope);
    },
  };
}
