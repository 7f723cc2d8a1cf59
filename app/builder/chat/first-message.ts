/** Texts by the chat they are for: the storage of the browser can be full or switched off. */
const kept = new Map<string, string>();
const key = (id: string) => `first-message:${id}`;

/** Keeps what somebody wrote on the start screen until the chat's own screen sends it. */
export function keepFirstMessage(id: string, text: string): void {
  kept.set(id, text);
  try {
    sessionStorage.setItem(key(id), text);
  } catch {
    // Only a reload before the chat's screen is there would lose it.
  }
}

/** The text that was kept for a chat, once. */
export function takeFirstMessage(id: string): string | null {
  const text = kept.get(id) ?? readStored(id);
  kept.delete(id);
  try {
    sessionStorage.removeItem(key(id));
  } catch {
    // Nothing is stored where nothing can be.
  }
  return text;
}

function readStored(id: string): string | null {
  try {
    return sessionStorage.getItem(key(id));
  } catch {
    return null;
  }
}
