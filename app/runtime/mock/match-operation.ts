/** A path template with its method, ready for matching. */
export interface Route<Target> {
  method: string;
  target: Target;
  /** The literal texts of each segment around its variables, and its precision: 0 literal, 1 partly literal, 2 anything. */
  segments: { literals: string[]; looseness: number; variables: string[] }[];
  /** Query pairs that are part of the template. */
  query: string[];
}

/** Parses a path template such as `/pets/{id}.json?format=full`. */
export function createRoute<Target>(
  method: string,
  template: string,
  target: Target,
): Route<Target> {
  const [path = '', query = ''] = (template.split('#')[0] ?? '').split('?');
  return {
    method,
    target,
    segments: path.split('/').map((segment) => ({
      literals: decode(segment).split(/\{[^{}]*\}/),
      looseness: /^\{[^{}]*\}$/.test(segment) ? 2 : segment.includes('{') ? 1 : 0,
      variables: segment.includes('{') ? variablesOf(segment) : [],
    })),
    query: query === '' ? [] : query.split('&'),
  };
}

/** Sorts the most specific route first. */
export function bySpecificity(a: Route<unknown>, b: Route<unknown>): number {
  for (const [index, { looseness }] of a.segments.entries()) {
    const difference = looseness - (b.segments[index]?.looseness ?? 0);
    if (difference !== 0) return difference;
  }
  return b.query.length - a.query.length;
}

/** Whether a request matches the route; `path` may include a query. */
export function matchesRoute(route: Route<unknown>, method: string, path: string): boolean {
  // A HEAD request matches like GET; its response has no body.
  const sameMethod = route.method === method || (method === 'HEAD' && route.method === 'GET');
  const [pathname = '', query = ''] = path.split('?');
  const segments = pathname.split('/');
  const pairs = query.split('&');
  return (
    sameMethod &&
    segments.length === route.segments.length &&
    route.segments.every(
      ({ literals }, index) => matchSegment(literals, decode(segments[index] ?? '')) !== null,
    ) &&
    route.query.every((pair) => pairs.includes(pair))
  );
}

/** Values of the template's variables in a path that matches it. */
export function readVariables(route: Route<unknown>, path: string): Map<string, string> {
  const segments = (path.split('?')[0] ?? '').split('/');
  return new Map(
    route.segments.flatMap(({ literals, variables }, index) => {
      if (variables.length === 0) return [];
      const values = matchSegment(literals, decode(segments[index] ?? '')) ?? [];
      return variables.map((name, at): [string, string] => [name, values[at] ?? '']);
    }),
  );
}

function variablesOf(segment: string): string[] {
  return [...segment.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

/**
 * The texts between literals, in their order; null if they are not all there. Both may be untrusted: each literal
 * is searched once, from the end, so that the time is linear and earlier variables match more.
 */
export function matchSegment(literals: readonly string[], text: string): string[] | null {
  const first = literals[0] ?? '';
  if (literals.length === 1) return text === first ? [] : null;
  const last = literals.at(-1) ?? '';
  if (text.length < first.length + last.length) return null;
  if (!text.startsWith(first) || !text.endsWith(last)) return null;
  const values: string[] = [];
  let end = text.length - last.length;
  for (let index = literals.length - 2; index > 0; index -= 1) {
    const literal = literals[index] ?? '';
    const at = text.lastIndexOf(literal, end - literal.length);
    if (end < literal.length || at < first.length) return null;
    values.unshift(text.slice(at + literal.length, end));
    end = at;
  }
  return [text.slice(first.length, end), ...values];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
