const KEY = 'start-model';

/** Stores the model chosen on the start page, for the chats that begin there. */
export function keepStartChoice(id: string): void {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // The chat then begins with the default, and shows it.
  }
}

/** The model chosen on the start page; null if there is none. */
export function readStartChoice(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
