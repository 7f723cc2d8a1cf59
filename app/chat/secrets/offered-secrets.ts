import { useSyncExternalStore } from 'react';

/** A value that was taken out of a message, and may become that of a secret. */
export interface OfferedSecret {
  /** Its name in the message. */
  name: string;
  /** With its article: "a Stripe key". */
  kind: string;
  value: string;
  /** The server found it: the page had sent it. */
  isSent: boolean;
}

const NONE: readonly OfferedSecret[] = [];

/** By the chat. In the memory of this page alone: nothing of it is stored, and a reload forgets it. */
const offers = new Map<string, readonly OfferedSecret[]>();
const listeners = new Set<() => void>();

/** Offers values that were taken out of a message of a chat; one that is offered already stays as it is. */
export function offerSecrets(chat: string, found: readonly OfferedSecret[]): void {
  const known = offers.get(chat) ?? NONE;
  const more = found.filter(({ value }) => !known.some((each) => each.value === value));
  if (more.length > 0) change(chat, [...known, ...more]);
}

/** Keeps a value no longer: it is set, or nobody wants it. */
export function forgetOffer(chat: string, value: string): void {
  const known = offers.get(chat) ?? NONE;
  change(
    chat,
    known.filter((each) => each.value !== value),
  );
}

/** The values that are offered in a chat. */
export function useOfferedSecrets(chat: string): readonly OfferedSecret[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offers.get(chat) ?? NONE,
    () => NONE,
  );
}

function change(chat: string, next: readonly OfferedSecret[]): void {
  offers.set(chat, next);
  for (const listener of listeners) listener();
}
