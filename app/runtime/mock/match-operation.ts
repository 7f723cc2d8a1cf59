/** A path template with its method, ready for matching. */
export interface Route<Target> {
  method: string;
  target: Target;
  /** One matcher for each segment, with its precision: 0 literal, 1 partly literal, 2 anything. */
  segments: { pattern: RegExp; looseness: number; variables: string[] }[];
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
      pattern: toPattern(decode(segment)),
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
    route.segments.every(({ pattern }, index) => pattern.test(decode(segments[index] ?? ''))) &&
    route.query.every((pair) => pairs.includes(pair))
  );
}

/** Values of the template's variables in a path that matches it. */
export function readVariables(route: Route<unknown>, path: string): Map<string, string> {
  const segments = (path.split('?')[0] ?? '').split('/');
  return new Map(
    route.segments.flatMap(({ pattern, variables }, index) => {
      if (variables.length === 0) return [];
      const values = pattern.exec(decode(segments[index] ?? ''))?.slice(1) ?? [];
      return variables.map((name, at): [string, string] => [name, values[at] ?? '']);
    }),
  );
}

function variablesOf(segment: string): string[] {
  return [...segment.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
}

function toPattern(segment: string): RegExp {
  const source = segment
    .split(/\{[^{}]*\}/)
    .map((literal) => literal.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('([\\s\\S]*)');
  return new RegExp(`^${source}$`);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
