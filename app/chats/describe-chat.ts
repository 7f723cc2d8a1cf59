import type { ListedChat } from '#app/builder/chat/chat-index.server.ts';

/** How many tools a chat's server has, and when it was changed last (UTC). */
export function describeChat({ tools, updatedAt }: ListedChat): string {
  const count = tools === 1 ? '1 tool' : `${tools} tools`;
  return `${count} · ${new Date(updatedAt).toISOString().slice(0, 16).replace('T', ', ')} UTC`;
}
