/** Texts by the chat they are for: the storage of the browser can be full or switched off. */
const kept = new Map<string, string>();
const key = (id: string) => `first-message:${id}`;

/** Keeps what somebody wrote on the start screen until the server has it, or its composer. */
export function keepFirstMessage(id: string, text: string): void {
  kept.set(id, text);
  try {
    sessionStorage.setItem(key(id), text);
  } catch {
    // Only a reload before the server has it would lose it.
  }
}

/** The text that is kept for a chat; asked as often as it takes to send it. */
export function readFirstMessage(id: string): string | null {
  return kept.get(id) ?? readStored(id);
}

/** Keeps it no longer: the server accepted it, or the composer shows it again. */
export function forgetFirstMessage(id: string): void {
  kept.delete(id);
  try {
    sessionStorage.removeItem(key(id));
  } catch {
    // Nothing is stored where nothing can be.
  }
}

function readStored(id: string): string | null {
  try {
    return sessionStorage.getItem(key(id));
  } catch {
    return null;
  }
}
