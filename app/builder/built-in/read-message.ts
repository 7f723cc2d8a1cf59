import { dropHidden } from '#app/blueprint/import/visible-text.ts';

import { cutClauses } from './cut-clauses.ts';
import { takeEndpoints } from './requests/endpoint-lines.ts';
import type { ListedEndpoints } from './requests/endpoint-lines.ts';
import { takeDocuments } from './take-documents.ts';
import type { TakenDocuments } from './take-documents.ts';
import type { ToolFacts } from './turn.ts';
import { readTokens } from './words/tokens.ts';
import type { Token } from './words/tokens.ts';

/** Sentences are read so far; documents and lists are read whole. */
const MAX_PROSE = 20_000;
const MAX_LIST = 100_000;
const MAX_REQUESTS = 40;

/** A message, cut into what it holds. */
export interface Message {
  documents: TakenDocuments['documents'];
  listed: ListedEndpoints;
  tokens: Token[];
  /** What of it was not read. */
  notes: string[];
}

/** Reads a message; nothing of it depends on the draft. */
export function readMessage(text: string): Message {
  const { documents, rest } = takeDocuments(text);
  const prose = dropHidden(rest.slice(0, MAX_LIST));
  const listed = takeEndpoints(prose);
  const isCut = rest.length > MAX_LIST || listed.rest.length > MAX_PROSE;
  return {
    documents,
    listed,
    tokens: readTokens(listed.rest.slice(0, MAX_PROSE)),
    notes: [
      ...listed.notes,
      ...(isCut
        ? [`The message is long: only its first ${MAX_PROSE} characters of sentences were read.`]
        : []),
    ],
  };
}

/** The requests of a message; how it is cut depends on the names of the tools. */
export function readRequests(
  { tokens }: Message,
  tools: readonly ToolFacts[],
): { clauses: Token[][]; left: number } {
  const clauses = cutClauses(tokens, tools);
  return {
    clauses: clauses.slice(0, MAX_REQUESTS),
    left: Math.max(clauses.length - MAX_REQUESTS, 0),
  };
}
