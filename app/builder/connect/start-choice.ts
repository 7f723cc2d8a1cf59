const KEY = 'start-model';

/** Keeps which model was chosen on the start page, for the chats that begin there. */
export function keepStartChoice(id: string): void {
  try {
    sessionStorage.setItem(KEY, id);
  } catch {
    // The chat then begins with the default, and says so.
  }
}

/** The model that was chosen on the start page; null where none was. */
export function readStartChoice(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}
