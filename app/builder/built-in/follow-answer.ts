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
    const given = choice ?? (isAnswer(answer, facts) ? answer : onlyAddress(answer, facts));
    if (given === null) continue;
    const found = outcome.answered(given);
    if (found) return found;
  }
  return null;
}

/** "The base URL is https://api.example.com" answers what is asked with the address in it. */
function onlyAddress(text: string, facts: DraftFacts): string | null {
  const { clauses } = readRequests(readMessage(text), facts.tools);
  const [clause = []] = clauses;
  const addresses = clause.filter(({ kind }) => kind === 'url');
  const outcome = understand(clause, { facts, subject: [] });
  const isBase =
    outcome?.kind === 'calls' && outcome.calls.every(({ tool }) => tool === 'set_upstream');
  return clauses.length === 1 && addresses.length === 1 && isBase
    ? (addresses[0]?.text ?? null)
    : null;
}

/** One word or address, or what is no request. */
function isAnswer(text: string, facts: DraftFacts): boolean {
  if (!/\s/.test(text.trim())) return true;
  const { clauses } = readRequests(readMessage(text), facts.tools);
  return clauses.every((clause) => understand(clause, { facts, subject: [] }) === null);
}
