import { useChat } from '@ai-sdk/react';
import type { UIMessage } from 'ai';
import { useEffect, useEffectEvent, useState } from 'react';

import { sendRequest } from '#app/builder/api-request.ts';

import { createChatTransport } from './chat-transport.ts';
import { takeFirstMessage } from './first-message.ts';

/** How often a streaming answer is drawn at most. */
const DRAW_EVERY_MS = 50;

interface Options {
  id: string;
  initial: UIMessage[];
  isRunning: boolean;
  /** The draft is another one now. */
  onDraft: () => void;
}

/** The chat of a draft on the screen: sends, streams, stops, and goes on after a reload. */
export function useBuilderChat({ id, initial, isRunning, onDraft }: Options) {
  const [transport] = useState(() => createChatTransport(id));
  const chat = useChat({
    id,
    messages: initial,
    transport,
    resume: isRunning,
    throttle: DRAW_EVERY_MS,
    onData: (part) => {
      if (part.type === 'data-draft') onDraft();
    },
  });
  const isBusy = chat.status === 'submitted' || chat.status === 'streaming';

  const send = (text: string) => {
    if (text.trim() === '' || isBusy) return;
    void chat.sendMessage({ text });
  };

  // What was written on the start screen is the first message.
  const sendFirst = useEffectEvent(() => {
    const first = takeFirstMessage(id);
    if (first !== null && initial.length === 0) send(first);
  });
  useEffect(() => sendFirst(), []);

  async function stop() {
    await sendRequest(`/api/chats/${encodeURIComponent(id)}/stop`, { method: 'POST' });
  }

  return {
    messages: chat.messages,
    error: chat.error,
    isBusy,
    send,
    stop,
    /** Asks the last question once more. */
    retry: () => void chat.regenerate(),
  };
}

export type BuilderChat = ReturnType<typeof useBuilderChat>;
