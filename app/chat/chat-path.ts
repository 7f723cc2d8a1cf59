/** Path of a chat, or of something below it. */
export function chatPath(id: string, rest = ''): string {
  return `/api/chats/${encodeURIComponent(id)}${rest}`;
}
