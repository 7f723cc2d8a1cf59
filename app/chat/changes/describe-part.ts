import type { ChangedPart } from '#app/builder/change-set/change-set.ts';

const SIGNS = { added: '+', changed: '~', removed: '−' } as const;

/** Kinds of parts, in the singular. */
const KINDS: Record<string, string> = {
  upstreams: 'API',
  secrets: 'secret',
  tools: 'tool',
  resources: 'resource',
  prompts: 'prompt',
  mocks: 'mock answer',
};

/** Tools that the line over the list names. */
const MAX_NAMED = 2;

/** The name of a part with its kind; a part that there is one of has its kind only. */
export function namePart({ kind, name }: Pick<ChangedPart, 'kind' | 'name'>): string {
  const what = KINDS[kind];
  return what === undefined ? kind : `${what} ${name}`;
}

/** A changed part in one line, with the names of its fields. */
export function describePart(part: ChangedPart): string {
  const { change, fields } = part;
  const detail = fields.length > 0 ? `: ${fields.join(', ')}` : '';
  return `${SIGNS[change]} ${namePart(part)}${detail}`;
}

/** Parts in one line: tools by name, the rest by number. */
export function summarizeParts(parts: readonly ChangedPart[], more: number): string {
  const tools = parts.flatMap(({ kind, name }) => (kind === 'tools' ? [name] : []));
  const named = tools.slice(0, MAX_NAMED);
  const left = parts.length + more - named.length;
  if (named.length === 0) return left === 1 ? '1 change' : `${left} changes`;
  return `${named.join(', ')}${left > 0 ? ` and ${left} more` : ''}`;
}
