import { findSubject } from './find-subject.ts';
import type { Outcome } from './outcome.ts';
import { readMessage, readRequests } from './read-message.ts';
import { addEndpoints } from './requests/endpoint.ts';
import type { DraftFacts } from './turn.ts';
import { understand } from './understand.ts';

/**
 * What an answer leads to, where the message before it led to a question; null where it did not, or
 * where this is no answer to it. A choice is an answer in any case; other words only where they mean
 * nothing by themselves.
 */
export function followAnswer(
  before: string,
  answer: string,
  facts: DraftFacts,
  earlier: readonly string[],
): Outcome | null {
  const scope = { facts, subject: findSubject(earlier, facts) };
  const message = readMessage(before);
  const { endpoints, base } = message.listed;
  const listed = endpoints.length > 0 ? [addEndpoints(endpoints, scope, base)] : [];
  const { clauses } = readRequests(message, facts.tools);
  const said = answer.trim().toLowerCase();
  for (const outcome of [...listed, ...clauses.map((clause) => understand(clause, scope))]) {
    if (outcome?.kind !== 'question') continue;
    const choice = outcome.choices.find((each) => each.toLowerCase() === said);
    if (choice === undefined && !isAnswer(answer, facts)) continue;
    const found = outcome.answered(choice ?? answer);
    if (found) return found;
  }
  return null;
}

/** One word or address, or what is no request. */
function isAnswer(text: string, facts: DraftFacts): boolean {
  if (!/\s/.test(text.trim())) return true;
  const { clauses } = readRequests(readMessage(text), facts.tools);
  return clauses.every((clause) => understand(clause, { facts, subject: [] }) === null);
}
