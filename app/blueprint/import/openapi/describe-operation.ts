import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { composeFacts } from '#app/blueprint/tool-words/compose-facts.ts';
import type { ImportRun } from '#app/blueprint/import/import-run.ts';
import { objectAt, own, stringAt } from '#app/blueprint/import/json-object.ts';
import { at } from '#app/blueprint/import/place.ts';
import { cleanText, cutAtWord, collapseSpaces } from '#app/blueprint/import/text/clean-text.ts';
import { textAt } from '#app/blueprint/import/text/read-text.ts';
import { toVisible } from '#app/blueprint/import/text/visible-text.ts';
import { describeUse } from '#app/blueprint/tool-words/describe-use.ts';
import { saysMore, withoutPlaceholders } from '#app/blueprint/tool-words/says-more.ts';
import type { Tool } from '#app/blueprint/tool.ts';
import type { ToolAnnotations } from '#app/runtime/definition.ts';

import type { Located } from './resolve.ts';

/** Maximum length of a description: some clients reject more, and every list carries it. */
const MAX_DESCRIPTION = 1_024;

const MAX_TITLE = 100;

/** Stands before the address of an operation's documentation. */
const DOCUMENTATION = '\n\nDocumentation: ';

/** Characters of a description in which its first sentence ends. */
const MAX_FIRST_SENTENCE = 400;

const READ_ONLY = new Set(['GET', 'HEAD', 'OPTIONS', 'QUERY', 'TRACE']);

/** Words of a POST that deletes or cancels something. */
const DESTRUCTIVE =
  /(?:^|[^a-z])(?:delete|remove|purge|destroy|wipe|erase|clear|drop|revoke|cancel|terminate|truncate|reset|uninstall|unlink|flush|cleanup|rmdirs?|delete\w*)(?:[^a-z]|$)/;

export interface ToolTexts {
  title: string;
  description: string;
}

/** Title and description of a tool: what it does and when to use it. */
export function describeOperation(
  run: ImportRun,
  pathItem: Located,
  operation: Located,
  call: { method: string; path: string },
  answer: string,
): ToolTexts {
  const read = (located: Located, key: string) =>
    withoutPlaceholders(cleanText(textAt(located.value, key, located.place, run.warnings)));
  const summary = collapseSpaces(read(operation, 'summary') || read(pathItem, 'summary'));
  const description = read(operation, 'description') || read(pathItem, 'description');
  const id = stringAt(operation.value, 'operationId') ?? '';
  const visiblePath = toVisible(call.path);
  const title = summary || toWords(id) || `${call.method} ${visiblePath}`;
  const text =
    joinTexts(summary, description) ||
    composeText(call.method, visiblePath, toWords(id), cleanText(answer));
  const isDeprecated = own(operation.value, 'deprecated') === true;
  const full = [
    isDeprecated ? 'Deprecated: prefer another tool where there is one.' : '',
    text,
    documentation(run, operation),
  ]
    .filter((part) => part !== '')
    .join('\n\n');
  if (full.length > MAX_DESCRIPTION) {
    run.warnings.add(
      'description',
      at(operation.place, 'description'),
      `The description has ${full.length} characters; a tool carries the first ${MAX_DESCRIPTION}.`,
    );
  }
  return { title: cutAtWord(title, MAX_TITLE), description: cutAtWord(full, MAX_DESCRIPTION) };
}

/** Title and description of a request without a description, from its name, method and path. */
export function describeRequest(name: string, method: string, path: string): ToolTexts {
  const words = toWords(name);
  const visiblePath = toVisible(path);
  const title = cutAtWord(words || `${method} ${visiblePath}`, MAX_TITLE);
  const use = describeUse(method, path);
  const text = use === null ? composeText(method, visiblePath, words, '') : `${title}. ${use}`;
  return { title, description: cutAtWord(text, MAX_DESCRIPTION) };
}

/** Whether a description was made of a request, by {@link describeRequest} or by the import of a document. */
export function isMadeOf(
  description: string,
  { name, method, path }: { name: string; method: string; path: string },
): boolean {
  const imported = composeText(method, toVisible(path), toWords(name), '');
  return [describeRequest(name, method, path).description, imported].includes(description);
}

/** An API's answer as its document describes it. */
interface DocumentedAnswer {
  /** The document's words for it. */
  description: string;
  /** Whether its status says that nothing comes back. */
  isEmpty: boolean;
}

/**
 * The description of a tool, with what it takes and returns where it says no more than its name and path: the
 * document has no words for it, but has schemas.
 */
export function withFacts(
  tool: Pick<Tool, 'name' | 'description' | 'inputSchema' | 'outputSchema' | 'action'>,
  definitions: Blueprint['definitions'],
  answer: DocumentedAnswer,
): string {
  const { name, description = '', action } = tool;
  const request = action.kind === 'http' ? action : null;
  const isTold = (text: string) => saysMore({ name, description: text, request });
  if (isTold(description)) return description;
  const gives = toGives(answer.description);
  const facts = [composeFacts(tool, definitions), gives, answer.isEmpty ? 'Returns nothing.' : ''];
  const told = facts.find(isTold);
  if (told === undefined) return description;
  const [text = '', ...rest] = description.split(DOCUMENTATION);
  const kept = gives === '' ? text : text.replace(gives, '');
  const sentence = kept.trim().replace(/(?<![.!?…])$/, '.');
  return cutAtWord([`${sentence} ${told}`, ...rest].join(DOCUMENTATION), MAX_DESCRIPTION);
}

function joinTexts(summary: string, description: string): string {
  if (summary === '') return description;
  if (description === '') return /[.!?…]$/.test(summary) ? summary : `${summary}.`;
  if (beginsWith(description, summary) || saysTheSame(description, summary)) return description;
  return `${/[.!?:…]$/.test(summary) ? summary : `${summary}.`}\n\n${description}`;
}

/** Whether a text begins like another one, ignoring case, dots and white space. */
function beginsWith(text: string, beginning: string): boolean {
  const wanted = simplify(beginning);
  // More of a long text matters only if its first part is shorter than the beginning.
  const first = simplify(text.slice(0, 2 * beginning.length + 20));
  return (first.length > wanted.length + 1 ? first : simplify(text)).startsWith(wanted);
}

/** Words that say nothing about what an operation does. */
const FILLERS = new Set(
  'a an the this that of for to in on at by from with and or is are be it its my your our their one all any'.split(
    ' ',
  ),
);

/** Stems of verbs that mean the same here as “get”. */
const READING = new Set(['return', 'retriev', 'fetch', 'read', 'obtain', 'show']);

/** Whether the first sentence of a description says all that the summary says: “Gets the profile” of “Get my profile”. */
function saysTheSame(description: string, summary: string): boolean {
  const [first = ''] = description.slice(0, MAX_FIRST_SENTENCE).split(/[.!?:](?:\s|$)|\n/, 1);
  const said = new Set(stemsOf(first));
  const wanted = stemsOf(summary);
  return wanted.length > 0 && wanted.every((stem) => said.has(stem));
}

/** The words that matter, without the endings of English verbs and plurals. */
function stemsOf(text: string): string[] {
  const words = text.toLowerCase().match(/[\p{L}\d]+/gu) ?? [];
  return words
    .filter((word) => !FILLERS.has(word))
    .map((word) => (word.length > 3 ? word.replace(/(?:ies|es|s|ing|ed|e|y)$/, '') : word))
    .map((stem) => (READING.has(stem) ? 'get' : stem));
}

function simplify(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.]+/g, ' ')
    .trim();
}

const VERBS = new Map([
  ['GET', 'Reads'],
  ['HEAD', 'Asks for the headers of'],
  ['OPTIONS', 'Asks what is possible with'],
  ['QUERY', 'Queries'],
  ['POST', 'Sends data to'],
  ['PUT', 'Creates or replaces'],
  ['PATCH', 'Changes'],
  ['DELETE', 'Deletes'],
]);

/** Description for an operation that the document does not describe. */
function composeText(method: string, path: string, words: string, answer: string): string {
  const verb = VERBS.get(method) ?? `Calls ${method} on`;
  const name = words === '' ? '' : `${words}. `;
  return `${name}${verb} ${path}. ${toGives(answer)}`.trim();
}

/** The document's words for an answer, unless they only say that it is good. */
function toGives(answer: string): string {
  const words = collapseSpaces(answer);
  const isEmpty = /^(?:ok|success(?:ful)?(?: (?:operation|response))?|default|no content)?\.?$/i;
  return isEmpty.test(words) ? '' : `Answers: ${words.replace(/(?<![.!?…])$/, '.')}`;
}

/** "listPets" and "list_pets" as words; empty for anything else. */
function toWords(id: string): string {
  const words = toVisible(id)
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/[\s_./:-]+/g, ' ')
    .trim();
  if (words === '') return '';
  const [first = '', ...rest] = words.split(' ');
  const lower = (word: string) => (/^\p{Lu}{2,}s?$/u.test(word) ? word : word.toLowerCase());
  const sentence = [lower(first), ...rest.map(lower)].join(' ');
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function documentation(run: ImportRun, operation: Located): string {
  const docs = objectAt(operation.value, 'externalDocs');
  const url = docs ? (stringAt(docs, 'url') ?? '') : '';
  if (!/^https?:\/\/\S+$/.test(url) || url.length > 300) return '';
  return `${DOCUMENTATION.trim()} ${toVisible(url)}`;
}

/** MCP's annotations, from the semantics of the HTTP method. */
export function annotate(method: string, words: string): ToolAnnotations {
  if (READ_ONLY.has(method)) {
    return {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: true,
    };
  }
  const spaced = words.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  const overwrites = method === 'PUT' || method === 'PATCH' || method === 'DELETE';
  return {
    readOnlyHint: false,
    destructiveHint: overwrites || DESTRUCTIVE.test(spaced),
    idempotentHint: method === 'PUT' || method === 'DELETE',
    openWorldHint: true,
  };
}
