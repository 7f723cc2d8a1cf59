import { useChat } from '@ai-sdk/react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';

import { toChatActions, type ChatActions } from './chat-actions.ts';
import { getChat, type LoadedChat, type TurnAllowance } from './chat-client.ts';
import type { ChatMessage } from './chat-parts.ts';
import { createChatTransport } from './chat-transport.ts';
import { toRefusal, toTrouble, type ChatTrouble } from './chat-trouble.ts';
import { takeFirstMessage } from './first-message.ts';
import { addLivePart, NOTHING_LIVE, type LiveParts } from './live-parts.ts';
import { useChatSync } from './use-chat-sync.ts';

/** How often a streaming answer is drawn at most. */
const DRAW_EVERY_MS = 50;
/** Other tabs look when the server has the message. */
const TELL_AFTER_MS = 300;

/** A conversation on the screen. */
export interface BuilderChat extends ChatActions {
  messages: ChatMessage[];
  /** Ids of the messages that stand at the same place, by the id of the one that is shown. */
  branches: Record<string, string[]>;
  trouble: ChatTrouble | null;
  live: LiveParts;
  /** What the next turn may use, where that is known. */
  budget?: TurnAllowance | null;
  isBusy: boolean;
  /** Takes the server's state. */
  sync: () => Promise<void>;
  closeTrouble: () => void;
  /** Makes a chat of one's own, up to a message, and opens it. */
  fork?: (message: ChatMessage) => void;
  /** Puts the focus where the next message is written. */
  focus?: () => void;
}

interface Options {
  id: string;
  initial: LoadedChat;
  /** The draft is another one now. */
  onDraft: () => void;
  /** The server did not take a message: here it is again. */
  onReturned: (message: ChatMessage) => void;
  /** Id of the model that is to answer. */
  model?: string | null;
}

/** The chat of a draft on the screen: sends, streams, stops, and goes on wherever the server is. */
export function useBuilderChat({ id, initial, model, ...tell }: Options): BuilderChat {
  const [transport] = useState(() => createChatTransport(id));
  const [loaded, setLoaded] = useState(initial);
  const news = useTurnNews();
  const returning = useReturning(tell.onReturned);
  const chat = useChat<ChatMessage>({
    id,
    messages: initial.messages,
    transport,
    resume: initial.isRunning,
    throttle: DRAW_EVERY_MS,
    onData: (part) => {
      if (part.type === 'data-draft') tell.onDraft();
      news.hear(part);
    },
    onError: (error) => {
      // No stream began that could end: ask the server what it knows.
      if (news.take(error) !== 'failed') void sync();
    },
    onFinish: () => {
      news.rest();
      tellOthers();
      void sync();
    },
  });
  const isBusy = chat.status === 'submitted' || chat.status === 'streaming';
  const sync = useLoading(id, (next) => {
    if (next === null) return news.fail({ kind: 'lost' });
    setLoaded(next);
    chat.setMessages(next.messages);
    returning.settle(next.messages);
    news.find();
    tell.onDraft();
    if (next.isRunning) void chat.resumeStream();
  });
  const tellOthers = useChatSync(id, news.trouble?.kind === 'lost', isBusy ? null : sync);
  const { post, ...actions } = toChatActions({
    id,
    chat,
    isBusy,
    model,
    onBegin: () => {
      news.clear();
      setTimeout(tellOthers, TELL_AFTER_MS);
    },
    onSent: returning.remember,
    onShown: (done) => {
      if (!done.ok) news.fail(toRefusal(done));
      tellOthers();
      void sync();
    },
  });
  useFirstMessage(id, initial, post);
  const budget = useBudget(id, loaded);
  const { trouble, live, clear: closeTrouble } = news;
  const { branches } = loaded;
  const shown = { messages: chat.messages, branches, trouble, live, budget, isBusy };
  return { ...shown, ...actions, sync, closeTrouble };
}

/** What goes wrong, and what is only told while it happens. */
function useTurnNews() {
  const [trouble, fail] = useState<ChatTrouble | null>(null);
  const [live, setLive] = useState(NOTHING_LIVE);
  const rest = () => setLive(NOTHING_LIVE);
  return {
    trouble,
    live,
    fail,
    take: (error: Error) => {
      const next = toTrouble(error);
      fail(next);
      return next.kind;
    },
    hear: (part: Parameters<typeof addLivePart>[1]) => setLive((known) => addLivePart(known, part)),
    /** The line is there again. */
    find: () => fail((known) => (known?.kind === 'lost' ? null : known)),
    rest,
    clear: () => {
      fail(null);
      rest();
    },
  };
}

/** Gives back a message that was sent and that the server does not have. */
function useReturning(onReturned: (message: ChatMessage) => void) {
  const sent = useRef<ChatMessage | null>(null);
  return {
    remember: (message: ChatMessage) => {
      sent.current = message;
    },
    settle: (messages: readonly ChatMessage[]) => {
      const { current } = sent;
      sent.current = null;
      if (current && !messages.some((message) => message.id === current.id)) onReturned(current);
    },
  };
}

/** Asks the server for the conversation, one question at a time; null where it cannot be reached. */
function useLoading(id: string, onLoaded: (chat: LoadedChat | null) => void) {
  const isAsking = useRef(false);
  return async () => {
    if (isAsking.current) return;
    isAsking.current = true;
    const loaded = await getChat(id);
    isAsking.current = false;
    if (loaded.ok) onLoaded(loaded.value);
    else if (loaded.reason === 'network') onLoaded(null);
  };
}

/** What was written on the start screen is the first message. */
function useFirstMessage(id: string, initial: LoadedChat, post: (text: string) => void) {
  const sendFirst = useEffectEvent(() => {
    const first = takeFirstMessage(id);
    if (first !== null && initial.messages.length === 0) post(first);
  });
  useEffect(() => sendFirst(), []);
}

/** What the next turn may use; the page comes without it. */
function useBudget(id: string, loaded: LoadedChat): TurnAllowance | null {
  const [first, setFirst] = useState<TurnAllowance | null>(null);
  useEffect(() => {
    void getChat(id).then((chat) => {
      if (chat.ok) setFirst(chat.value.budget ?? null);
    });
  }, [id]);
  return loaded.budget ?? first;
}
