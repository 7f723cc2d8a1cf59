import { readFields } from '#app/builder/built-in/words/fields.ts';
import { readTokens } from '#app/builder/built-in/words/tokens.ts';
import { readTable } from './endpoint-table.ts';
import type { Endpoint } from './endpoint.ts';
import { toDescription } from './to-description.ts';

/** The endpoints that a message lists, and what it says besides. */
export interface ListedEndpoints {
  endpoints: Endpoint[];
  /** Base URL that stands beside the list. */
  base: string | null;
  rest: string;
  /** What of the list was left out, and why. */
  notes: string[];
}

/** Endpoints of one message at most: more are a document, not what somebody types. */
const MAX_ENDPOINTS = 200;
const LONGEST_LINE = 2_000;

const BULLET = /^(?:[-*•–+]|\d{1,3}[.)])\s+/;
const ENDPOINT =
  /^[`*_]{0,3}(GET|POST|PUT|PATCH|DELETE|HEAD)[`*_:]{0,4}[ \t]+[`*_]{0,3}((?:https?:\/\/|\/)[^\s`*|]*)[`*_]{0,3}/;
const TEXT = /^(?:[-–—:|#>→,=]+|\/\/)\s*(.*)$/;
const HEADING =
  /^(?:please |can you |could you )?(?:add|create|build|make|import|here|these|the|my|i|we|endpoints?|routes?|tools?)\b.{0,120}\b(?:endpoints?|tools?|routes?|operations?|table|list|following|these|api|apis|calls?)\b.{0,60}$/i;
const BASE =
  /\b(?:base|endpoints?|api|apis|host|server|following|these|routes?|operations?|tools?|url|at|of|from|below)\b/i;

/** Takes lists and tables of endpoints out of a message: `GET /users - list users`. */
export function takeEndpoints(text: string): ListedEndpoints {
  const table = readTable(text);
  const lines = table.rest.split('\n');
  const isList = lines.filter((line) => ENDPOINT.test(cleanLine(line))).length > 1;
  const endpoints = [...table.endpoints];
  const rest: string[] = [];
  for (const line of lines) {
    const endpoint = line.length > LONGEST_LINE ? null : readLine(cleanLine(line), isList);
    if (endpoint) endpoints.push(endpoint);
    else rest.push(line);
  }
  if (endpoints.length === 0) return { endpoints, base: null, rest: text, notes: [] };
  const left = endpoints.length - MAX_ENDPOINTS;
  const notes =
    left > 0
      ? [
          `Only the first ${MAX_ENDPOINTS} endpoints were read; send the other ${left} in a second message, or an OpenAPI document.`,
        ]
      : [];
  return {
    endpoints: endpoints.slice(0, MAX_ENDPOINTS),
    ...takeBase(rest),
    notes: [...table.notes, ...notes],
  };
}

function cleanLine(line: string): string {
  return line.trim().replace(BULLET, '');
}

function readLine(line: string, isList: boolean): Endpoint | null {
  const found = ENDPOINT.exec(line);
  if (!found) return null;
  const [all, method = '', written = ''] = found;
  const address = written.replace(/[,;:.]+$/, '');
  const { fields, after } = readBrackets(line.slice(all.length).trim());
  const text = TEXT.exec(after)?.[1]?.trim();
  // "GET /users and return id" is a sentence, which is read as one.
  if (
    text === undefined &&
    after !== '' &&
    (!isList || /^(?:and|with|returning|returns?|takes)\b/i.test(after))
  ) {
    return null;
  }
  const description = toDescription(text ?? after);
  return { method, address, fields, ...(description === '' ? {} : { description }) };
}

/** Arguments in brackets after the path; what is none stays text. */
function readBrackets(after: string): { fields: Endpoint['fields']; after: string } {
  const end = after.startsWith('(') ? after.lastIndexOf(')') : -1;
  if (end === -1) return { fields: [], after };
  const list = readFields(readTokens(after.slice(1, end)));
  const rest = after.slice(end + 1).trim();
  return list.ok
    ? { fields: list.fields, after: rest }
    : { fields: [], after: `- ${after.slice(1, end)} ${rest}` };
}

/** The base URL of a heading, which then says nothing more. */
function takeBase(lines: readonly string[]): { base: string | null; rest: string } {
  let base: string | null = null;
  const rest: string[] = [];
  for (const line of lines) {
    const url =
      line.length > LONGEST_LINE
        ? null
        : /https?:\/\/[^\s"'`<>|)]+/i.exec(line)?.[0].replace(/[.,;:]+$/, '');
    const words = line.replace(/https?:\/\/\S+/i, '').trim();
    const isBase = url && !/[{<]/.test(url) && (words === '' || BASE.test(words));
    if (isBase && base === null) base = url;
    else if (!HEADING.test(line.trim()) || line.length > LONGEST_LINE) rest.push(line);
  }
  return { base, rest: rest.join('\n') };
}
