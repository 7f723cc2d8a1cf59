/** Methods of a route, without HEAD and OPTIONS, and one of PUT and PATCH written as a pair. */
export function methodsOf(text: string): string[] {
  const all = [...new Set(text.toUpperCase().match(/[A-Z]+/g) ?? [])];
  const kept = all.filter((method) => /^(?:GET|POST|PUT|PATCH|DELETE)$/.test(method));
  if (all.includes('ANY') || all.includes('ALL')) return ['GET'];
  return /PUT\s*\|\s*PATCH/i.test(text) ? kept.filter((method) => method !== 'PATCH') : kept;
}

/** Whether requests of a method have a body. */
export function hasBody(method: string | null): boolean {
  return method === 'POST' || method === 'PUT' || method === 'PATCH';
}
