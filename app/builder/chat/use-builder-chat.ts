import { useChat } from '@ai-sdk/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { getChat, stopTurn, type LoadedChat } from './chat-client.ts';
import type { ChatData, ChatMessage } from './chat-parts.ts';
import { createChatTransport } from './chat-transport.ts';
import { toTrouble, type ChatTrouble } from './chat-trouble.ts';
import { takeFirstMessage } from './first-message.ts';
import { useChatSync } from './use-chat-sync.ts';

/** How often a streaming answer is drawn at most. */
const DRAW_EVERY_MS = 50;

interface Options {
  id: string;
  initial: LoadedChat;
  /** The draft is another one now. */
  onDraft: () => void;
  /** The server did not take a message: here is its text again. */
  onReturned: (text: string) => void;
}

/** The chat of a draft on the screen: sends, streams, stops, and goes on wherever the server is. */
export function useBuilderChat({ id, initial, onDraft, onReturned }: Options): BuilderChat {
  const [transport] = useState(() => createChatTransport(id));
  const [branches, setBranches] = useState(initial.branches);
  const [trouble, setTrouble] = useState<ChatTrouble | null>(null);
  const [live, setLive] = useState<LiveParts>(NOTHING);
  const sent = useRef<{ id: string; text: string } | null>(null);
  const isSyncing = useRef(false);
  const chat = useChat<ChatMessage>({
    id,
    messages: initial.messages,
    transport,
    resume: initial.isRunning,
    throttle: DRAW_EVERY_MS,
    onData: (part) => {
      if (part.type === 'data-draft') onDraft();
      const kind = LIVE.find((each) => part.type === `data-${each}`);
      if (kind) setLive((known) => ({ ...known, [kind]: part.data }));
    },
    onError: (error) => {
      const next = toTrouble(error);
      setTrouble(next);
      // No stream began that could end: ask the server what it knows.
      if (next.kind !== 'failed') void sync();
    },
    onFinish: () => {
      setLive(NOTHING);
      tellOthers();
      void sync();
    },
  });
  const isBusy = chat.status === 'submitted' || chat.status === 'streaming';
  const tellOthers = useChatSync(id, trouble?.kind === 'lost', () => {
    if (!isBusy) void sync();
  });

  /** Takes the server's state; where a turn runs, goes on with its stream. */
  async function sync(): Promise<void> {
    if (isSyncing.current) return;
    isSyncing.current = true;
    const loaded = await getChat(id);
    isSyncing.current = false;
    if (!loaded.ok) {
      if (loaded.reason === 'network') setTrouble({ kind: 'lost' });
      return;
    }
    const { messages, isRunning } = loaded.value;
    setBranches(loaded.value.branches);
    chat.setMessages(messages);
    giveBack(messages);
    setTrouble((known) => (known?.kind === 'lost' ? null : known));
    onDraft();
    if (isRunning) void chat.resumeStream();
  }

  /** A message that the server does not have was never sent: its text goes back to where it was written. */
  function giveBack(messages: readonly ChatMessage[]) {
    const { current } = sent;
    sent.current = null;
    if (current && !messages.some((message) => message.id === current.id)) onReturned(current.text);
  }

  const post = (text: string) => {
    sent.current = { id: crypto.randomUUID(), text };
    const message: ChatMessage = {
      id: sent.current.id,
      role: 'user',
      parts: [{ type: 'text', text }],
    };
    void chat.sendMessage(message);
    tellSoon();
  };

  const begin = (text: string) => {
    setTrouble(null);
    setLive(NOTHING);
    post(text);
  };

  /** Other tabs look when the server has the message. */
  function tellSoon() {
    setTimeout(tellOthers, 300);
  }

  const send = (text: string) => {
    if (text.trim() !== '' && !isBusy) begin(text);
  };

  // What was written on the start screen is the first message.
  const sendFirst = useEffectEvent(() => {
    const first = takeFirstMessage(id);
    if (first !== null && initial.messages.length === 0) post(first);
  });
  useEffect(() => sendFirst(), []);

  return {
    messages: chat.messages,
    branches,
    trouble,
    live,
    isBusy,
    send,
    sync,
    stop: () => void stopTurn(id),
    closeTrouble: () => setTrouble(null),
    /** Says something else in place of a message: a new branch, the old one stays. */
    edit: (message: ChatMessage, text: string) => {
      if (isBusy || text.trim() === '') return;
      const at = chat.messages.findIndex((each) => each.id === message.id);
      chat.setMessages(chat.messages.slice(0, at));
      begin(text);
    },
    /** Asks once more what an answer answers; the old answer stays on its own branch. */
    retry: (message?: ChatMessage) => {
      if (isBusy) return;
      setTrouble(null);
      void chat.regenerate(message ? { messageId: message.id } : {});
      tellSoon();
    },
  };
}

/** A conversation on the screen; what not every one can is absent there. */
export interface BuilderChat {
  messages: ChatMessage[];
  /** Ids of the messages that stand at the same place, by the id of the one that is shown. */
  branches: Record<string, string[]>;
  trouble: ChatTrouble | null;
  live: LiveParts;
  isBusy: boolean;
  send: (text: string) => void;
  sync: () => Promise<void>;
  stop: () => void;
  closeTrouble: () => void;
  edit: (message: ChatMessage, text: string) => void;
  retry: (message?: ChatMessage) => void;
  /** Puts the focus where the next message is written. */
  focus?: () => void;
}

/** What is only told while it happens. */
export interface LiveParts {
  progress: ChatData['progress'] | null;
  file: ChatData['file'] | null;
  state?: ChatData['state'] | null;
}

const LIVE = ['progress', 'file', 'state'] as const;
const NOTHING: LiveParts = { progress: null, file: null };
