import type { UIMessage } from 'ai';
import * as z from 'zod';

import { splitPasted } from '#app/builder/models/split-pasted.ts';

import { listDocuments } from './history.ts';

/** Requests that are told: the first ones, which say what it is all about, and the last ones. */
const FIRST_ASKED = 3;
const LAST_ASKED = 20;
const MAX_ASKED = 240;
const MAX_CHANGED = 40;
const MAX_SENTENCE = 140;
const MAX_DOCUMENTS = 10;

const Point = z.object({ changed: z.array(z.string()) });

/** Turns that are told no more, in short. */
export interface TurnsSummary {
  /** In the person's own words. */
  asked: string;
  /** Changes and documents; texts of others may be in it. Empty where there were none. */
  others: string;
}

/** Sums up what was asked for in these turns, and what they changed; the same turns in the same words. */
export function summarizeTurns(messages: readonly UIMessage[]): TurnsSummary {
  const asked = messages.filter(({ role }) => role === 'user').map(toAsked);
  const skipped = asked.length - FIRST_ASKED - LAST_ASKED;
  const shown =
    skipped > 0
      ? [...asked.slice(0, FIRST_ASKED), `(${skipped} more)`, ...asked.slice(-LAST_ASKED)]
      : asked;
  const changes = messages.flatMap(toChanges);
  const left = changes.length - MAX_CHANGED;
  const told = [...(left > 0 ? [`(${left} earlier changes)`] : []), ...changes.slice(-MAX_CHANGED)];
  const names = listDocuments(messages).slice(-MAX_DOCUMENTS);
  return {
    asked: `The earlier messages of this conversation are left out. The person asked, one after the other:\n${shown.map((each) => `- ${each}`).join('\n')}`,
    others: [
      ...(told.length > 0
        ? ['These changes were made then:', ...told.map((each) => `- ${each}`)]
        : []),
      ...(names.length > 0 ? [`Documents that can still be imported: ${names.join(', ')}.`] : []),
    ].join('\n'),
  };
}

function toAsked({ parts }: UIMessage): string {
  const texts = parts.flatMap((part) => (part.type === 'text' ? [splitPasted(part.text)] : []));
  const said = oneLine(texts.map((each) => each.said).join(' '), MAX_ASKED);
  const hasGiven = texts.some(({ pasted }) => pasted !== '') || parts.some(isFile);
  if (said === '') return '(a document, without a word)';
  return hasGiven ? `${said} (with a document)` : said;
}

function isFile({ type }: UIMessage['parts'][number]): boolean {
  return type === 'file';
}

function toChanges({ parts }: UIMessage): string[] {
  return parts.flatMap((part) => {
    if (part.type !== 'data-point' || !('data' in part)) return [];
    const point = Point.safeParse(part.data);
    return point.success ? point.data.changed.map((each) => oneLine(each, MAX_SENTENCE)) : [];
  });
}

function oneLine(text: string, limit: number): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= limit ? line : `${line.slice(0, limit - 1)}…`;
}
