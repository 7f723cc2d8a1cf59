import type { ForkedChat } from '#app/chat/fork-state.ts';
import { EMPTY_CHAT, type MessageNode } from '#app/chat/chat-state.ts';
import { toChatStub } from '#app/chat/chat-stub.server.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { readChatFor } from '#app/chat/read-chat.server.ts';
import { toLineStream } from '#app/chat/turns/text-stream.ts';
import { listReferences } from '#app/chat/attachments/stored-attachment.ts';
import type { FoundDraft } from '#app/drafts/find-draft.server.ts';
import type { DraftBindings } from '#app/drafts/store.server.ts';
import { toContent } from '#app/drafts/restore-points.ts';

/** The beginning of a fork of a published chat, as visitors see it, with its messages as JSON, a line each. */
export interface ForkedSnapshot {
  forked: ForkedChat;
  texts: ReadableStream<Uint8Array>;
}

/** Forks a published chat up to a message, or all of it; null if it shows no such message. */
export async function forkSnapshot(
  env: DraftBindings,
  found: FoundDraft,
  message: string | null,
): Promise<ForkedSnapshot | null> {
  const { title, messages: shown } = await readChatFor(env, found);
  const end = message === null ? shown.length : shown.findIndex(({ id }) => id === message) + 1;
  if (message !== null && end === 0) return null;
  const messages = shown.slice(0, end);
  const lines = messages.map(({ metadata: _kept, ...text }) => JSON.stringify(text));
  const nodes = messages.map((each, at) => toNode(each, messages[at - 1]?.id ?? null));
  const stub = toChatStub(env, found.head.id);
  const files = [...new Set(messages.flatMap(listReferences))];
  const known = await Promise.all(files.map((id) => stub.openAttachments().find(id)));
  const forked: ForkedChat = {
    chat: { ...EMPTY_CHAT, title, messages: nodes, leaf: nodes.at(-1)?.id ?? null },
    content: toContent(found.head),
    bytes: lines.reduce((sum, line) => sum + line.length, 0),
    attachments: known.filter((file) => file !== null),
  };
  return { forked, texts: toLineStream(lines) };
}

function toNode({ id, role, metadata }: ChatMessage, parent: string | null): MessageNode {
  const { at = 0, status } = metadata ?? {};
  const side = role === 'user' ? 'user' : 'assistant';
  return { id, parent, role: side, at, ...(status === undefined ? {} : { status }) };
}
