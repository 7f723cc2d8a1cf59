import type { BlueprintDiff } from './diff-blueprints.ts';

/** Sentences at most; what is left out is counted in the last one. */
const MAX_SENTENCES = 12;
/** Tools that are named one by one before they are only counted. */
const MAX_NAMED = 4;
const MAX_FIELDS = 4;

const PARTS: Record<string, string> = {
  identity: 'What the server says of itself is changed.',
  sources: 'The documents are others.',
  upstreams: 'The APIs that it calls are changed.',
  secrets: 'The credentials that it needs are others.',
  definitions: 'Schemas that tools have in common are changed.',
  resources: 'The resources are changed.',
  prompts: 'The prompts are changed.',
  policies: 'The limits are changed.',
};

/** Says in sentences what is different. */
export function describeDiff({ tools, parts }: BlueprintDiff): string[] {
  const sentences = [
    ...nameOrCount(tools.added, 'is added', 'are added'),
    ...nameOrCount(tools.removed, 'is removed', 'are removed'),
    ...describeChanged(tools.changed),
    ...parts.flatMap((part) => PARTS[part] ?? []),
  ];
  if (sentences.length <= MAX_SENTENCES) return sentences;
  const shown = sentences.slice(0, MAX_SENTENCES - 1);
  return [...shown, `And ${sentences.length - shown.length} more changes.`];
}

function nameOrCount(names: string[], one: string, many: string): string[] {
  if (names.length <= MAX_NAMED) return names.map((name) => `${name} ${one}.`);
  return [`${names.length} tools ${many}.`];
}

function describeChanged(changed: BlueprintDiff['tools']['changed']): string[] {
  if (changed.length > MAX_NAMED) return [`${changed.length} tools are changed.`];
  return changed.map(({ name, fields }) => {
    const shown = fields.slice(0, MAX_FIELDS).join(', ');
    return `${name} is changed: ${shown}${fields.length > MAX_FIELDS ? ' and more' : ''}.`;
  });
}
