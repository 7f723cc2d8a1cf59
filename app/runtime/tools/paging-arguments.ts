import type { HttpAction, HttpParameter, JsonObject, JsonValue } from '../definition.ts';
import { isJsonObject } from '../json.ts';
import { toExactNumber } from './to-exact-number.ts';

/** Paging arguments of a tool, by meaning. */
export interface PagingArguments {
  cursor?: HttpParameter;
  page?: HttpParameter;
  offset?: HttpParameter;
  limit?: HttpParameter;
}

/** Names on the wire, in lower case, letters only. */
const NAMES: { [Role in keyof PagingArguments]-?: ReadonlySet<string> } = {
  cursor: words(`
    cursor pagecursor nextcursor startcursor after pageafter startingafter pagetoken
    nextpagetoken nexttoken token continuationtoken continuation continue marker
    bookmark scrollid startkey exclusivestartkey
  `),
  page: words('page pagenumber pageno pagenum pageindex currentpage'),
  offset: words('offset pageoffset skip start startindex startat'),
  limit: words(`
    limit pagelimit perpage pagesize maxresults maxitems count size top take first
    rows resultsperpage
  `),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/));
}

const knownPaging = new WeakMap<HttpAction, PagingArguments | null>();

/** Finds an action's paging arguments, once; null if there are none to continue with. */
export function pagingArguments(action: HttpAction): PagingArguments | null {
  const found = knownPaging.get(action);
  if (found !== undefined) return found;
  const paging: PagingArguments = {};
  for (const parameter of action.parameters) {
    if (parameter.in !== 'query') continue;
    const name = parameter.name.toLowerCase().replace(/[^a-z]/g, '');
    for (const role of ['cursor', 'page', 'offset', 'limit'] as const) {
      if (NAMES[role].has(name)) paging[role] ??= parameter;
    }
  }
  const { cursor, page, offset } = paging;
  const useful = cursor ?? page ?? offset;
  knownPaging.set(action, useful === undefined ? null : paging);
  return useful === undefined ? null : paging;
}

/** Value of an argument, or its default. */
export function argumentOf(
  parameter: HttpParameter | undefined,
  args: JsonObject,
  inputSchema: JsonObject,
): JsonValue | undefined {
  if (parameter === undefined) return undefined;
  const given = args[parameter.argument];
  if (given !== undefined) return given;
  const schema = schemaOf(parameter, inputSchema);
  return isJsonObject(schema) ? schema['default'] : undefined;
}

/** Converts a text of the upstream to the argument's type. */
export function toArgument(
  parameter: HttpParameter,
  text: string,
  inputSchema: JsonObject,
): JsonValue {
  const schema = schemaOf(parameter, inputSchema);
  const type = isJsonObject(schema) ? schema['type'] : undefined;
  const isNumber = type === 'integer' || type === 'number';
  return isNumber ? (toExactNumber(text) ?? text) : text;
}

function schemaOf({ argument }: HttpParameter, inputSchema: JsonObject): JsonValue | undefined {
  const properties = inputSchema['properties'];
  return isJsonObject(properties) ? properties[argument] : undefined;
}
