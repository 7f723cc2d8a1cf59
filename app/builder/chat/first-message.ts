const key = (id: string) => `first-message:${id}`;

/** Keeps what somebody wrote on the start screen until the chat's own screen sends it. */
export function keepFirstMessage(id: string, text: string): void {
  sessionStorage.setItem(key(id), text);
}

/** The text that was kept for a chat, once. */
export function takeFirstMessage(id: string): string | null {
  const text = sessionStorage.getItem(key(id));
  sessionStorage.removeItem(key(id));
  return text;
}
