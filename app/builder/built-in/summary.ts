import { toRecord, toTexts } from './draft/read-facts.ts';
import type { Outcome } from './outcome.ts';
import { describeProblems, endSentence } from './problems.ts';
import { suggest } from './suggestions.ts';
import type { DraftFacts, FinishedCall } from './turn.ts';

/** One request of a message and what came of it. */
export interface Part {
  /** Null where the request was not understood. */
  outcome: Outcome | null;
  /** The request as it was written. */
  said: string;
  results: FinishedCall[];
}

const MAX_PARTS = 30;
const MAX_SENTENCES = 60;

/** What a request came to, from what the calls answered and from nothing else. */
export function tellPart({ outcome, results }: Part): string {
  switch (outcome?.kind) {
    case undefined:
    case 'question':
      return '';
    case 'answer':
      return outcome.text;
    case 'calls':
      return outcome.tell ? outcome.tell(results) : tellEdits(outcome.plan, results);
  }
}

/** What changed and what was refused, in the words of the results. */
export function tellEdits(plan: string, results: readonly FinishedCall[]): string {
  const done = results.flatMap(({ output }) =>
    toTexts(toRecord(output)['changed']).map(endSentence),
  );
  const refused = results.flatMap(({ tool, input, output }) => {
    const problems = describeProblems(output);
    const name = toRecord(input)['name'] ?? toRecord(input)['from'] ?? toRecord(input)['tool'];
    const who = typeof name === 'string' ? `\`${name}\`` : `\`${tool}\``;
    return problems === null ? [] : [`${who} was not changed: ${problems}`];
  });
  const lines = [...done, ...refused].slice(0, MAX_SENTENCES);
  if (lines.length > 0)
    return lines.length === 1 ? (lines[0] ?? '') : lines.map((line) => `- ${line}`).join('\n');
  const isRead = results.every(({ output }) => Array.isArray(toRecord(output)['changed']));
  return isRead
    ? `${plan}: nothing had to be changed.`
    : `${plan}: there is no answer that says whether it was done.`;
}

/** Whether a call changed the draft, by its own word. */
export function isChange({ tool, output }: FinishedCall): boolean {
  const { changed, added, fixed } = toRecord(output);
  if (tool === 'import_document') return Array.isArray(added) && added.length > 0;
  if (tool === 'fix_findings') return Array.isArray(fixed) && fixed.length > 0;
  return Array.isArray(changed) && changed.length > 0;
}

/** All that is to be said at the end of a turn. */
export function summarise(
  parts: readonly Part[],
  notes: readonly string[],
  report: string,
  facts: DraftFacts,
): string {
  const isAlone = parts.length === 1;
  const told = parts
    .slice(0, MAX_PARTS)
    .filter(({ outcome }) => isAlone || outcome?.kind !== 'answer' || !outcome.isHeading)
    .map(tellPart);
  const unknown = parts.filter(({ outcome }) => outcome === null).map(({ said }) => said);
  const blocks = [...told, ...notes, report, tellUnknown(unknown, facts)];
  return blocks.filter((block) => block !== '').join('\n\n');
}

/** A request as it is quoted: short, and without what may be a credential. */
export function shorten(text: string): string {
  const safe = text.replace(/[\w-]{20,}/g, (word) => (/\d/.test(word) ? '…' : word));
  return safe.length > 120 ? `${safe.slice(0, 120)}…` : safe;
}

function tellUnknown(said: readonly string[], facts: DraftFacts): string {
  if (said.length === 0) return '';
  const quoted = said.slice(0, 3).map((text) => `"${shorten(text)}"`);
  const more = said.length > 3 ? ` and ${said.length - 3} more` : '';
  return `I did not understand ${quoted.join(' and ')}${more}. ${suggest(facts)}`;
}
