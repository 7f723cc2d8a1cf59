import type { ChatData } from '#app/chat/chat-parts.ts';

/** Parts of the stream that are shown only while they happen. */
export interface LiveParts {
  progress: ChatData['progress'] | null;
  file: ChatData['file'] | null;
  state?: ChatData['state'] | null;
  /** The usage as it was told last: of a step that runs an estimate. */
  usage?: ChatData['usage'] | null;
}

export const NOTHING_LIVE: LiveParts = { progress: null, file: null };

const KINDS = ['progress', 'file', 'state', 'usage'] as const;

/** Adds one more part of the stream to the live parts. */
export function addLivePart(
  known: LiveParts,
  { type, data }: { type: string; data: unknown },
): LiveParts {
  const kind = KINDS.find((each) => type === `data-${each}`);
  return kind ? { ...known, [kind]: data } : known;
}
