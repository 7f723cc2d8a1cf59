/** The methods that a route is offered for: no HEAD or OPTIONS, and one of PUT and PATCH written as a pair. */
export function methodsOf(text: string): string[] {
  const all = [...new Set(text.toUpperCase().match(/[A-Z]+/g) ?? [])];
  const kept = all.filter((method) => /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method));
  if (all.includes('ANY') || all.includes('ALL')) return ['GET'];
  return /PUT\s*\|\s*PATCH/i.test(text) ? kept.filter((method) => method !== 'PATCH') : kept;
}

/** Whether requests of a method carry a body. */
export function withBody(method: string | null): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}
