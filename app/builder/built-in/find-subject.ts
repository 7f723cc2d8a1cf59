import { findNamed } from './draft/find-tool.ts';
import { readMessage, readRequests } from './read-message.ts';
import type { DraftFacts, ToolFacts } from './turn.ts';
import { understand } from './understand.ts';
import type { Token } from './words/tokens.ts';

/** So many messages back "it" is looked for. */
const MAX_MESSAGES = 8;
/** Names are looked for so far into a sentence. */
const MAX_TOKENS = 160;
/** Longer messages are documents. */
const MAX_LENGTH = 4_000;

/** The tools that were named last in earlier messages, as far as they still exist. */
export function findSubject(earlier: readonly string[], facts: DraftFacts): string[] {
  for (const text of earlier.slice(-MAX_MESSAGES).toReversed()) {
    if (text.length > MAX_LENGTH) continue;
    const { clauses } = readRequests(readMessage(text), facts.tools);
    for (const clause of clauses.toReversed()) {
      const named = findMentions(clause, facts.tools);
      if (named.length > 0) return named;
      const outcome = understand(clause, { facts, subject: [] });
      const subject = outcome && outcome.kind !== 'question' ? (outcome.subject ?? []) : [];
      const known = subject.filter((name) => facts.tools.some((tool) => tool.name === name));
      if (known.length > 0) return known;
    }
  }
  return [];
}

/** The tools that a clause names outright, in order. */
export function findMentions(clause: readonly Token[], tools: readonly ToolFacts[]): string[] {
  const names: string[] = [];
  for (let at = 0; at < Math.min(clause.length, MAX_TOKENS); at += 1) {
    for (let length = Math.min(5, clause.length - at); length > 0; length -= 1) {
      const found = findNamed(clause.slice(at, at + length), tools);
      const isSure = length > 1 || tools.some(({ name }) => name === clause[at]?.text);
      if (found?.kind !== 'found' || !isSure) continue;
      names.push(found.tool.name);
      at += length - 1;
      break;
    }
  }
  return [...new Set(names)];
}
