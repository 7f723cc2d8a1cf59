import type {
  MergeConflict,
  MergedPart,
  SideChange,
} from '#app/blueprint/diff/merge/merge-conflict.ts';

/** Names of parts beside those of their entries; a tool goes by its own. */
const PARTS: Record<MergedPart, string> = {
  tools: '',
  identity: 'Server: ',
  sources: 'Document: ',
  upstreams: 'API: ',
  secrets: 'Secret: ',
  definitions: 'Schema: ',
  resources: 'Resource: ',
  prompts: 'Prompt: ',
  policies: 'Limit: ',
  mocks: 'Mock answer: ',
};

/** The entry that both sides have changed. */
export function nameConflict({ part, key }: Pick<MergeConflict, 'part' | 'key'>): string {
  return `${PARTS[part]}${key}`;
}

/** Says in a sentence how either side changed it. */
export function describeSides(
  { mine, theirs }: Record<'mine' | 'theirs', SideChange>,
  version: number,
): string {
  return `You ${mine} it; version ${version} ${theirs} it${mine === theirs ? ' differently' : ''}.`;
}
