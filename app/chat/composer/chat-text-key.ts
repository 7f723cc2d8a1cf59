/** Key of the text in the composer of a chat, as {@link useKeptText} keeps it. */
export function chatTextKey(id: string): string {
  return `chat-text:${id}`;
}
