import { isToolUIPart, type FileUIPart, type UIMessage } from 'ai';

import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { ReportDelta } from '#app/builder/tools/report-delta.ts';
import type { Verdict } from '#app/platform/verdict.ts';

import type { TurnStatus } from './chat-state.ts';
import type { TitleNews } from './title-news.ts';

/** Data sent beside the parts of a message. */
interface ChatMetadata {
  status?: TurnStatus;
  /** When it was said, in milliseconds since 1970. */
  at?: number;
}

/** The usage of one turn, and its limits. */
export interface TurnUsage {
  /** Name of the model that answered last; absent in older messages. */
  model?: string;
  /** The built-in builder answered last. */
  isBuiltIn?: true;
  steps: number;
  tokens: number;
  /** Tokens that the model read, in all its steps; those among them that its provider had cached. */
  input?: number;
  cached?: number;
  seconds: number;
  /** US dollars, where the model's price is known, or its provider says what it took. */
  cost?: number;
  /** A step runs: its tokens are estimated, and so is its cost. */
  isEstimate?: true;
  of: { steps: number; tokens: number; seconds: number };
}

/** Differences between two reports, as a message tells them. */
export interface ShownDelta extends ReportDelta {
  /** Titles of its checks, by their ids; absent in messages of before they were told. */
  titles?: Record<string, string>;
}

/** Parts of a message that only the screen reads; a key `x` travels as `data-x`. */
export interface ChatData {
  [name: string]: unknown;
  draft: {
    /** Absent in messages of before there were verdicts. */
    verdict?: Verdict;
    score: number | null;
    fails?: number;
    delta?: ShownDelta;
  };
  usage: TurnUsage;
  point: { number: number; changed: string[] };
  /** Changes that wait for the person, or that they have decided on. */
  changes: ChangeSetView;
  /** The model was told the messages before this one in short only. */
  summary: { from: string; messages: number };
  /** So many older results of the turn itself are told to the model in one line each. */
  folded: { results: number };
  /** A model that makes us wait, or that was given up for another one. */
  state: {
    kind: 'waiting' | 'retrying' | 'fallback';
    seconds?: number;
    model?: string;
    reason: string;
  };
  /** How long one call of a tool took. */
  took: { milliseconds: number };
  file: { path: string; state: 'writing' | 'written' };
  title: TitleNews;
  progress: { step: string; done?: number; total?: number };
}

export type ChatMessage = UIMessage<ChatMetadata, ChatData>;
export type ChatPart = ChatMessage['parts'][number];

/** Tells a message by its id, its role and the types of its parts, as the screen relies on them. */
export function isChatMessage(value: unknown): value is ChatMessage {
  if (typeof value !== 'object' || value === null) return false;
  if (!('id' in value && 'role' in value && 'parts' in value)) return false;
  const isOfSomebody = value.role === 'user' || value.role === 'assistant';
  return typeof value.id === 'string' && isOfSomebody && isList(value.parts, isPart);
}

function isPart(value: unknown): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    typeof value.type === 'string' &&
    // A text without one would break every reader.
    (value.type !== 'text' || ('text' in value && typeof value.text === 'string'))
  );
}

function isList(value: unknown, isItem: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isItem);
}

/** All that is written in a message, as Markdown. */
export function textOf({ parts }: ChatMessage): string {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
}

/** The files attached to a message. */
export function filesOf({ parts }: ChatMessage): FileUIPart[] {
  return parts.filter((part) => part.type === 'file');
}

/** The newest data of a kind in a message, or null. */
export function findData<Kind extends keyof ChatData & string>(
  { parts }: ChatMessage,
  kind: Kind,
): ChatData[Kind] | null {
  const found = parts.findLast((part) => part.type === `data-${kind}`);
  return found && 'data' in found ? found.data : null;
}

/** The verdict of the report after a message; null where it says nothing about one. */
export function verdictAfter(message: ChatMessage): Verdict | null {
  const draft = findData(message, 'draft');
  if (draft === null) return null;
  const { verdict, score, fails = 0 } = draft;
  if (verdict !== undefined || score === null) return verdict ?? null;
  return fails > 0 ? { kind: 'fixes', count: fails } : { kind: 'ready' };
}

/** The verdict of the report before a message: after the last turn that had one. */
export function verdictBefore(messages: readonly ChatMessage[], index: number): Verdict | null {
  for (let at = index - 1; at >= 0; at -= 1) {
    const message = messages[at];
    const verdict = message ? verdictAfter(message) : null;
    if (verdict !== null) return verdict;
  }
  return null;
}

/** Problems that a tool's answer names, as sentences; empty where it succeeded. */
export function problemsOf(part: ChatPart): string[] {
  if (!isToolUIPart(part)) return [];
  if (part.state === 'output-error') return [part.errorText];
  if (part.state !== 'output-available') return [];
  const { output } = part;
  if (typeof output !== 'object' || output === null || !('problems' in output)) return [];
  if (!Array.isArray(output.problems)) return [];
  return output.problems.flatMap((problem: { message?: unknown }) =>
    typeof problem.message === 'string' ? [problem.message] : [],
  );
}
