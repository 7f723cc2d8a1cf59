import { isPlural, toSingular, toWords } from './words.ts';

const VERBS = new Map([
  ['PUT', 'replace'],
  ['PATCH', 'update'],
  ['DELETE', 'delete'],
  ['HEAD', 'check'],
  ['OPTIONS', 'options'],
]);

/** Path segments about versions and routing rather than the resource. */
const NOISE = /^(?:api|rest|v\d+(?:\.\d+)*|\d+(?:[.-]\d+)*|\d{4}-\d{2}-\d{2})$/i;

/**
 * Conventional name of an operation: `list_user_posts` for `GET /users/{userId}/posts`, `create_user` for
 * `POST /users`.
 */
export function nameOperation(method: string, template: string): string {
  const segments = template
    .split('/')
    .filter((segment) => segment !== '' && !NOISE.test(segment))
    .map(readSegment);
  const isOne = segments.at(-1)?.startsWith('{') ?? false;
  const literals = segments.filter((segment) => !segment.startsWith('{'));
  const last = toWords((literals.at(-1) ?? '').replace(/\.(?:json|xml)$/, ''));
  // The segment before an id owns what comes after it: the posts of a user.
  const isSearch = last.join(' ') === 'search' && literals.length > 1;
  const owner = isSearch
    ? toWords(literals.at(-2) ?? '')
    : ownerOf(isOne ? segments.slice(0, -1) : segments);
  if (last.length === 0) return `${method.toLowerCase()}_root`;
  const name = compose(method, isOne, owner, last);
  return name.slice(0, 64);
}

function compose(method: string, isOne: boolean, owner: string[], words: string[]): string {
  const noun = words.at(-1) ?? '';
  const many = [...owner, ...words];
  const one = [...owner, ...words.slice(0, -1), toSingular(noun)];
  const join = (parts: string[]) => parts.join('_');
  if (method === 'GET' || method === 'QUERY') {
    if (isOne) return join(['get', ...one]);
    if (noun === 'search') return join([...words, ...owner]);
    return join([isPlural(noun) ? 'list' : 'get', ...many]);
  }
  if (method === 'POST') {
    if (isOne) return join(['update', ...one]);
    // In `POST /users/{userId}/activate` the last segment is the verb.
    return isPlural(noun) ? join(['create', ...one]) : join([...words, ...owner]);
  }
  return join([VERBS.get(method) ?? method.toLowerCase(), ...(isOne ? one : many)]);
}

/** The singular of the last literal that is followed by an id, if another literal comes after. */
function ownerOf(segments: readonly string[]): string[] {
  const at = segments.findLastIndex((segment) => segment.startsWith('{'));
  const literal = segments.slice(0, Math.max(at, 0)).findLast((each) => !each.startsWith('{'));
  if (at === -1 || at === segments.length - 1 || literal === undefined) return [];
  const words = toWords(literal);
  return [...words.slice(0, -1), toSingular(words.at(-1) ?? '')];
}

/** Words of a segment; one with an argument inside is named after that argument. */
function readSegment(segment: string): string {
  if (/\{[^}]*\}/.test(segment)) return '{}';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
