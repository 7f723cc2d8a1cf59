import type { FoundConfusion } from './find-confusions.ts';

/** A tool as far as its wording matters. */
export interface WordedTool {
  name: string;
  description: string;
}

/** A description that is proposed for a tool, in place of the one that it has. */
export interface ProposedWording extends WordedTool {
  before: string;
}

/** Tasks that a description quotes. */
const MAX_QUOTED = 2;
const MAX_QUOTE = 100;

/**
 * Descriptions that say of two tools which one is for these tasks, and what the other is for. The tasks' own
 * words are what models hear, so they stand in the proposal for somebody to make a rule of.
 */
export function proposeWording(
  { says }: Pick<FoundConfusion, 'says'>,
  expected: WordedTool,
  chosen: WordedTool | null,
): ProposedWording[] {
  const quoted = says.slice(0, MAX_QUOTED).map((say) => `“${say}”`);
  const requests = quoted.join(' or ');
  const own = toEnded(expected.description);
  if (chosen === null) {
    const text = join(own, `Use this whenever somebody asks for something like ${requests}.`);
    return [{ name: expected.name, before: expected.description, description: text }];
  }
  const other = toPurpose(chosen);
  const text = join(
    own,
    `Use this, and not ${chosen.name}, for requests such as ${requests}.`,
    other === null ? '' : `${chosen.name} is for something else: ${other}`,
  );
  const purpose = toPurpose(expected);
  const instead = join(
    toEnded(chosen.description),
    `Do not use this for requests such as ${requests}: use ${expected.name}${purpose === null ? '.' : `, which is for that: ${purpose}`}`,
  );
  return [
    { name: expected.name, before: expected.description, description: text },
    { name: chosen.name, before: chosen.description, description: instead },
  ];
}

/** The beginning of a text in one line. */
export function toOneSentence(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > MAX_QUOTE ? `${line.slice(0, MAX_QUOTE).toWellFormed()}…` : line;
}

/** The first sentence of a description; null where there is none. */
function toPurpose({ description }: WordedTool): string | null {
  const [sentence = ''] = description.trim().split(/(?<=[.!?])\s|\n/);
  return sentence === '' ? null : toEnded(sentence);
}

function toEnded(text: string): string {
  const trimmed = text.trim();
  return trimmed === '' || /[.!?]$/.test(trimmed) ? trimmed : `${trimmed}.`;
}

function join(...parts: string[]): string {
  return parts.filter((part) => part !== '').join(' ');
}
