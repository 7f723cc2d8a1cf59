import type {
  HttpAction,
  HttpPagination,
  JsonObject,
  JsonSchema,
  JsonValue,
  ToolDefinition,
} from '../definition.ts';
import { isJsonObject, parseJson, valueOf } from '../json.ts';
import { checkOf } from '../schema/validator.ts';
import { findItems } from '../tools/declared-pages.ts';
import { readPath } from '../tools/response-paths.ts';

/** A request to the mock. */
export interface MockedRequest {
  /** Path and query. */
  path: string;
  body: string;
}

/** Marks the address of the mock's second page. */
const MARK = 'mock-page=2';

/**
 * The answer of a list in two pages: the first leads to the second in the way that the tool declares, the
 * second leads nowhere. Where the schema allows no such answer, it is as it was.
 */
export function mockPage(
  tool: ToolDefinition,
  action: HttpAction,
  definitions: { [name: string]: JsonSchema },
  request: MockedRequest,
  answer: JsonValue,
): { value: JsonValue; link?: string } {
  const { pagination } = action;
  if (pagination === undefined) return { value: answer };
  const isFirst = isFirstPage(action, pagination, request);
  const candidates = isFirst
    ? firstPages(pagination, request, answer)
    : lastPages(pagination, answer);
  const fitting = candidates.find((value) => fits(tool, action, definitions, value));
  const isLinked = isFirst && pagination.kind === 'link' && pagination.nextPath === undefined;
  return {
    value: fitting ?? answer,
    ...(isLinked ? { link: `<${addressOf(request)}>; rel="next"` } : {}),
  };
}

function fits(
  { outputSchema }: ToolDefinition,
  { response }: HttpAction,
  definitions: { [name: string]: JsonSchema },
  value: JsonValue,
): boolean {
  if (outputSchema === undefined) return true;
  const structured = response.wrap === true ? { result: value } : value;
  return checkOf(outputSchema, definitions).errors(structured).length === 0;
}

function isFirstPage(
  { parameters, body }: HttpAction,
  pagination: HttpPagination,
  request: MockedRequest,
): boolean {
  const query = request.path.split('?')[1] ?? '';
  if (pagination.kind === 'link') return !query.split('&').includes(MARK);
  const { argument } = pagination;
  const parameter = parameters.find((each) => each.argument === argument);
  const given = parameter
    ? new URLSearchParams(query).get(parameter.name)
    : readBody(request.body, body?.names?.[argument] ?? argument);
  if (given === null || given === '') return true;
  if (pagination.kind === 'cursor') return false;
  return Number(given) <= (pagination.first ?? (pagination.kind === 'page' ? 1 : 0));
}

/** A property of a JSON or form body. */
function readBody(text: string, name: string): string | null {
  try {
    const value = parseJson(text);
    const property = isJsonObject(value) ? valueOf(value, name) : undefined;
    return typeof property === 'string' || typeof property === 'number' ? String(property) : null;
  } catch {
    return new URLSearchParams(text).get(name);
  }
}

function addressOf({ path }: MockedRequest): string {
  return `?${[path.split('?')[1] ?? '', MARK].filter((part) => part !== '').join('&')}`;
}

function firstPages(
  pagination: HttpPagination,
  request: MockedRequest,
  answer: JsonValue,
): JsonValue[] {
  if (pagination.kind !== 'cursor' && pagination.kind !== 'link') return [];
  const names = readPath(pagination.nextPath ?? '') ?? [];
  const next = pagination.kind === 'link' ? [addressOf(request)] : ['page-2', 2];
  return names.length === 0 ? [] : next.map((value) => withValue(answer, names, value));
}

function lastPages(pagination: HttpPagination, answer: JsonValue): JsonValue[] {
  const found = findItems(pagination, answer);
  const empty = found === null ? [] : [withValue(answer, found.names, [])];
  if (pagination.kind !== 'cursor' && pagination.kind !== 'link') return empty;
  const names = readPath(pagination.nextPath ?? '') ?? [];
  // Where the cursor is that of the last item, a last page has no items.
  const ends = [null, '', undefined].map((value) => withValue(answer, names, value));
  return names.length === 0 ? [] : [...ends.filter((each) => each !== answer), ...empty];
}

/** The value with another one at a path of objects, or without it; as it is where there are no objects. */
function withValue(
  root: JsonValue,
  [name, ...rest]: readonly string[],
  value: JsonValue | undefined,
): JsonValue {
  if (name === undefined) return value ?? root;
  if (!isJsonObject(root)) return root;
  const { [name]: old, ...others } = root;
  if (rest.length === 0) return value === undefined ? others : { ...root, [name]: value };
  const inner: JsonValue = old ?? ({} satisfies JsonObject);
  const changed = withValue(inner, rest, value);
  return changed === inner && old !== undefined ? root : { ...root, [name]: changed };
}
