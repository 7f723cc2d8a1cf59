import type { BlueprintDiff } from './diff-blueprints.ts';

/** Maximum number of sentences; the last one counts those left out. */
const MAX_SENTENCES = 12;
/** Tools named individually; beyond that they are only counted. */
const MAX_NAMED = 4;
const MAX_FIELDS = 4;

const PARTS: Record<string, string> = {
  identity: 'The server’s name or description changed.',
  sources: 'The source documents changed.',
  upstreams: 'The APIs it calls changed.',
  secrets: 'The credentials it needs changed.',
  definitions: 'Schemas shared by tools changed.',
  resources: 'The resources changed.',
  prompts: 'The prompts changed.',
  policies: 'The limits changed.',
};

/** Describes the differences in sentences. */
export function describeDiff({ tools, parts }: BlueprintDiff): string[] {
  const sentences = [
    ...nameOrCount(tools.added, 'is added', 'are added'),
    ...nameOrCount(tools.removed, 'is removed', 'are removed'),
    ...describeRenamed(tools.renamed),
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

function describeRenamed(renamed: BlueprintDiff['tools']['renamed']): string[] {
  if (renamed.length > MAX_NAMED) return [`${renamed.length} tools have another name.`];
  return renamed.map(({ from, to }) => `${from} is called ${to} now.`);
}

function describeChanged(changed: BlueprintDiff['tools']['changed']): string[] {
  if (changed.length > MAX_NAMED) return [`${changed.length} tools changed.`];
  return changed.map(({ name, fields }) => {
    const shown = fields.slice(0, MAX_FIELDS).join(', ');
    return `${name} changed: ${shown}${fields.length > MAX_FIELDS ? ' and more' : ''}.`;
  });
}
