import type { ParameterFacts, ParameterSketch } from '#app/extraction/reading/sketch.ts';

import { hasBody } from './route-methods.ts';

const NAMED: readonly [RegExp, 'query' | 'body'][] = [
  [/\breq(?:uest)?\.query(?:\.|\[\s*["'])(\w+)/g, 'query'],
  [/\breq(?:uest)?\.body(?:\.|\[\s*["'])(\w+)/g, 'body'],
  [/\b(?:request|req)\.args(?:\.get\(|\[)\s*["'](\w+)["']/g, 'query'],
  [/\b(?:request|req)\.(?:json|form|get_json\(\))(?:\.get\(|\[)\s*["'](\w+)["']/g, 'body'],
  [/\b\w+\.req\.query\(\s*["'](\w+)["']/g, 'query'],
  [/\b\w+\.(?:Query|QueryParam|DefaultQuery)\(\s*"(\w+)"/g, 'query'],
  [/\bURL\.Query\(\)\.Get\(\s*"(\w+)"/g, 'query'],
  [/\bsearchParams\.get\(\s*["'](\w+)["']/g, 'query'],
];
const TAKEN_APART =
  /\{([^{}]{1,500})\}\s*=\s*(?:await\s+)?\w+(?:\.req(?:uest)?)?\.(query|body|json\(\))/g;

/** The arguments that a handler reads from a request: `req.query.page`, `const { a } = req.body`. */
export function readRequestInputs(code: string, method = 'GET'): ParameterSketch[] {
  const found = new Map<string, ParameterSketch>();
  const add = (name: string, place: 'query' | 'body', facts: ParameterFacts = {}) => {
    if (!found.has(name)) found.set(name, { name, in: place, ...facts });
  };
  const source = code.slice(0, 20_000);
  for (const [pattern, place] of NAMED) {
    for (const each of source.matchAll(pattern)) {
      if (!/^(?:get|map|filter|length|toString)$/.test(each[1] ?? '')) add(each[1] ?? '', place);
    }
  }
  for (const [, name = ''] of source.matchAll(/\bparams\[\s*[:"'](\w+)/g))
    add(name, hasBody(method) ? 'body' : 'query');
  for (const [, inner = '', place] of source.matchAll(TAKEN_APART)) {
    for (const piece of inner.split(',')) {
      const [, name, number] = /^\s*(\w+)(?:\s*=\s*(\d{1,15})\s*$)?/.exec(piece) ?? [];
      const facts = number ? { type: 'integer' as const, default: Number(number) } : {};
      if (name) add(name, place === 'query' ? 'query' : 'body', facts);
    }
  }
  return [...found.values()];
}
