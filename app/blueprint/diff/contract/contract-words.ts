import type {
  ContractChange,
  ContractDiff,
  ContractFinding,
  ContractWeight,
} from './contract-diff.ts';

export const WEIGHT_WORDS: Record<ContractWeight, string> = {
  breaking: 'Breaking',
  harmless: 'Harmless',
  words: 'Words',
};

export const WEIGHT_TONES: Record<ContractWeight, 'fail' | 'pass' | 'plain'> = {
  breaking: 'fail',
  harmless: 'pass',
  words: 'plain',
};

const PLACES: Record<ContractFinding['place'], string> = {
  tool: 'Tool',
  title: 'Title',
  description: 'Description',
  hints: 'Hint',
  needs: 'Client ability',
  arguments: 'Arguments',
  result: 'Result',
  identity: 'Server',
  instructions: 'Instructions',
  prompts: 'Prompts',
  resources: 'Resources',
  credentials: 'Credential',
  origins: 'Origins',
  upstreams: 'Host',
};

/** Where a difference is, for people: `Arguments`, `Result`, `Hint`. */
export function namePlace({ place }: ContractFinding): string {
  return PLACES[place];
}

/** Fate of a tool, in a word or two. */
export function describeFate({ change, from }: ContractChange): string {
  return from === undefined ? change : `${change} from ${from}`;
}

/** The whole comparison in a sentence. */
export function describeContract({ isBreaking, counts, server }: ContractDiff): string {
  const { breaking, harmless, words } = counts;
  if (breaking + harmless + words + server.length === 0) return 'Callers notice nothing.';
  const parts = [
    countTools(breaking, 'breaks callers', 'break callers'),
    countTools(harmless, 'changed harmlessly', 'changed harmlessly'),
    countTools(words, 'says something else', 'say something else'),
    server.length > 0 ? 'the server itself changed' : '',
  ].filter((part) => part !== '');
  const sentence = `${parts.join(', ')}.`;
  const more = isBreaking && breaking === 0 ? ' A change of the server itself breaks callers.' : '';
  return sentence.charAt(0).toUpperCase() + sentence.slice(1) + more;
}

function countTools(count: number, one: string, many: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 tool ${one}` : `${count.toLocaleString('en')} tools ${many}`;
}
