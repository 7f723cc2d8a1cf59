import type { RecordedStep, RecordedTurn } from '../../setup/replay-conversation.ts';
import { readCases } from '../hold-all.mjs';

/** The part of a model in a conversation of conversations.json, as a good model plays it. */
export interface Recording {
  /** Of the conversation. */
  id: string;
  /** The requests of each of its turns. */
  turns: RecordedStep[][];
}

interface Conversation {
  id: string;
  approves?: boolean;
  turns: { user: string; paste?: string; attach?: string[]; expect: object[] }[];
}

const CONVERSATIONS: Conversation[] = readCases('conversations.json');

/** A note of the product on a server that runs. */
export const RUNS = /\[draft\][\s\S]*Report: (?:Ready|\d+ things? to fix)/;

/** The turns of a conversation, with what the person says in them and what is expected after each. */
export function toTurns({ id, turns }: Recording): RecordedTurn[] {
  const conversation = CONVERSATIONS.find((each) => each.id === id);
  if (conversation === undefined) throw new Error(`There is no conversation ${id}.`);
  return conversation.turns.map((turn, index) => {
    const steps = turns[index];
    if (steps === undefined) throw new Error(`Turn ${index + 1} of ${id} is not recorded.`);
    return { ...turn, steps, ...(conversation.approves ? { waits: 'approved' as const } : {}) };
  });
}

/** The same on one that runs, and whose list is too long for clients. */
export const TOO_LONG = /\[draft\][\s\S]*Report: Not usable yet[\s\S]*tools\.tokens/;
