import type { UIMessage } from 'ai';

import { cutCredentials, type CutCredential } from '#app/platform/credentials/cut-credentials.ts';

import { toCutChunk } from './cut-news.ts';

/** A message with a reference instead of each credential in its texts and in the names of its files. */
export function cutMessage<Message extends Pick<UIMessage, 'parts'>>(
  message: Message,
): { message: Message; cut: CutCredential[] } {
  let cut: CutCredential[] = [];
  const replace = (text: string) => {
    const found = cutCredentials(text, cut);
    cut = [...new Set([...cut, ...found.cut])];
    return found.text;
  };
  const parts = message.parts.map((part) => {
    if (part.type === 'text') return { ...part, text: replace(part.text) };
    if (part.type !== 'file' || part.filename === undefined) return part;
    return { ...part, filename: replace(part.filename) };
  });
  return cut.length === 0 ? { message, cut } : { message: { ...message, parts }, cut };
}

type Sending = { kind: 'send'; message: UIMessage };

/** A request to a chat without the credentials in it, and the news of them for the page that asks. */
export function cutAsk<Ask extends { kind: string }>(
  ask: Ask | (Ask & Sending),
): { ask: Ask; news: ReturnType<typeof toCutChunk>[] } {
  if (!isSending(ask)) return { ask, news: [] };
  const { message, cut } = cutMessage(ask.message);
  if (cut.length === 0) return { ask, news: [] };
  const texts = message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
  return { ask: { ...ask, message }, news: [toCutChunk({ message: message.id, texts })] };
}

function isSending<Ask extends { kind: string }>(ask: Ask | (Ask & Sending)): ask is Ask & Sending {
  return ask.kind === 'send' && 'message' in ask;
}
