import { convertToModelMessages, type ModelMessage, type UIMessage } from 'ai';
import * as z from 'zod';

import { toDocumentOptions } from '#app/builder/models/describe-document.ts';
import { GO_ON, toHousePart, toNote, type NotePart } from '#app/builder/models/draft-note.ts';

import { estimateTokens } from './estimate-tokens.ts';
import { foldAnswer, foldQuestion } from './fold-turn.ts';
import { listPasted } from './history.ts';
import { summarizeTurns } from './summarize-turns.ts';
import { toValidSequence } from './to-valid-sequence.ts';

/** Type of the part of an answer that says from which message on the model was told everything. */
export const SUMMARY_PART = 'data-summary';

const ToldInShort = z.object({ from: z.string(), messages: z.number() });
/** The messages that a model is told in short only. */
export type ToldInShort = z.infer<typeof ToldInShort>;

/** Of the tokens for a conversation, earlier turns keep so many when they have become too long. */
const KEPT_SHARE = 0.4;

interface PromptOptions {
  /** The state of the draft, for the turn that begins; null: none is told. */
  digest: string | null;
  /** Tokens that the conversation may have. */
  maxTokens: number;
}

export interface TurnPrompt {
  messages: ModelMessage[];
  /** Set where more is summarised than in the turn before. */
  summary: ToldInShort | null;
}

/**
 * A conversation as a model is told it. Earlier turns are folded, each into the same words for good, so
 * that a provider finds what it has read before; where they become too long, the oldest are summarised.
 */
export async function toPrompt(
  history: readonly UIMessage[],
  { digest, maxTokens }: PromptOptions,
): Promise<TurnPrompt> {
  const folded = foldHistory(history);
  const current = history.findLastIndex(({ role }) => role === 'user');
  const before = findStart(history, current);
  const start = chooseStart(folded, before, current, maxTokens);
  const kept = folded.slice(start);
  const converted = await convertToModelMessages(kept, { ignoreIncompleteToolCalls: true });
  const messages = toValidSequence([...toSummaryMessage(history.slice(0, start)), ...converted]);
  const note: NotePart[] = digest === null ? [] : [{ type: 'text', text: toNote(digest) }];
  // No model is asked to finish its own sentence: some refuse that.
  const isCutOff = history.at(-1)?.role === 'assistant';
  addAtEnd(messages, [...(isCutOff ? [GO_ON] : []), ...note]);
  const from = history[start]?.id;
  const summary = start > before && from !== undefined ? { from, messages: start } : null;
  return { messages, summary };
}

/** All turns but the one that begins, or goes on, in their last words. */
function foldHistory(history: readonly UIMessage[]): UIMessage[] {
  const pasted = listPasted(history);
  const current = history.findLastIndex(({ role }) => role === 'user');
  return history.map((message, index) => {
    if (index < current) {
      return message.role === 'user' ? foldQuestion(message, pasted) : foldAnswer(message);
    }
    if (message.role !== 'user') return message;
    const parts = message.parts.map((part): UIMessage['parts'][number] => {
      if (part.type !== 'text') return part;
      const named = pasted.get(part.text);
      return named ? { ...part, providerMetadata: toDocumentOptions(named.name) } : part;
    });
    return { ...message, parts };
  });
}

/** Where the turn before began to tell: what was summarised once stays so. */
function findStart(history: readonly UIMessage[], current: number): number {
  for (const { parts } of history.toReversed()) {
    for (const part of parts.toReversed()) {
      if (part.type !== SUMMARY_PART || !('data' in part)) continue;
      const summary = ToldInShort.safeParse(part.data);
      const start = history.findIndex(({ id }) => summary.data?.from === id);
      if (start > 0 && start <= current) return start;
    }
  }
  return 0;
}

/** The first message to tell: as before while that fits, else as few as leave room for what comes. */
function chooseStart(
  folded: readonly UIMessage[],
  before: number,
  current: number,
  maxTokens: number,
): number {
  const sizes = folded.map(({ parts }) => estimateTokens(parts.filter(isTold)));
  const from = (start: number) => sizes.slice(start).reduce((sum, size) => sum + size, 0);
  if (from(before) <= maxTokens) return before;
  const room = maxTokens * KEPT_SHARE;
  for (let start = before; start < current; start += 1) {
    const isTurn = folded[start]?.role === 'user';
    if (start > before && isTurn && from(start) - from(current) <= room) return start;
  }
  return current;
}

function isTold({ type }: UIMessage['parts'][number]): boolean {
  return !type.startsWith('data-');
}

function toSummaryMessage(left: readonly UIMessage[]): ModelMessage[] {
  if (left.length === 0) return [];
  const { asked, others } = summarizeTurns(left);
  const note: NotePart[] = others === '' ? [] : [{ type: 'text', text: toNote(others) }];
  return [{ role: 'user', content: [toHousePart(asked), ...note] }];
}

function addAtEnd(messages: ModelMessage[], notes: NotePart[]): void {
  if (notes.length === 0) return;
  const last = messages.at(-1);
  if (last?.role !== 'user') return void messages.push({ role: 'user', content: notes });
  const before = typeof last.content === 'string' ? [] : last.content;
  messages[messages.length - 1] = { ...last, content: [...before, ...notes] };
}
