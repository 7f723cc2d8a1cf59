import type { WorkTool } from '#app/builder/built-in/plan/work-model.ts';
import type { Lexicon } from '#app/extraction/vocabulary/lexicon.ts';

/** Verbs that distinguish tools. */
export const VERBS = [
  'deletes',
  'creates',
  'updates',
  'reads',
  'writes',
  'list',
  'single',
] as const;

/** Whether a verb describes a tool. */
export function doesVerb(verb: (typeof VERBS)[number], { method, path, reads }: WorkTool): boolean {
  const isOne = /\}\/?$/.test(path);
  switch (verb) {
    case 'deletes':
      return method === 'DELETE';
    case 'creates':
      return method === 'POST';
    case 'updates':
      return method === 'PUT' || method === 'PATCH';
    case 'list':
      return method === 'GET' && !isOne;
    case 'single':
      return method === 'GET' && isOne;
    case 'reads':
      return reads;
    case 'writes':
      return !reads;
  }
}

/** The tools that the verbs of a text describe, if those distinguish them. */
export function narrowByVerb(text: string, tools: WorkTool[], lx: Lexicon): WorkTool[] {
  if (tools.length < 2) return tools;
  const method = /\b(GET|POST|PUT|PATCH|DELETE)\b/.exec(text)?.[1];
  if (method) {
    const same = tools.filter((tool) => tool.method === method);
    if (same.length > 0) return same;
  }
  // "all", and the "one" at the end of a noun phrase, mean neither a list nor a single item.
  const plain = text.replace(lx.rx(String.raw`<all>|<tool>\W*$`, 'g'), ' ');
  for (const verb of VERBS) {
    if (!lx.rx(`<${verb}>`).test(plain)) continue;
    const fitting = tools.filter((tool) => doesVerb(verb, tool));
    if (fitting.length > 0 && fitting.length < tools.length) return fitting;
  }
  return tools;
}
