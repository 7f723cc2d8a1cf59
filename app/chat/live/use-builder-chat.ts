import { useChat } from '@ai-sdk/react';
import { useEffect, useEffectEvent, useState } from 'react';

import type { AskedModel } from '#app/builder/connect/use-model-choice.ts';
import { getChat, type LoadedChat, type TurnAllowance } from '#app/chat/chat-client.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import { forgetFirstMessage, readFirstMessage } from '#app/chat/composer/first-message.ts';
import { toChatActions, type ChatActions } from '#app/chat/messages/chat-actions.ts';
import type { LiveParts } from '#app/chat/messages/live-parts.ts';
import { createChatTransport } from '#app/chat/turns/chat-transport.ts';

import { toRefusal, type ChatTrouble } from './chat-trouble.ts';
import { useChatLoading } from './use-chat-loading.ts';
import { useChatSync } from './use-chat-sync.ts';
import { useResume } from './use-resume.ts';
import { useUnsentMessage } from './use-unsent-message.ts';
import { useStopping, type Stopping } from './use-stopping.ts';
import { useTurnStatus } from './use-turn-status.ts';

/** How often a streaming answer is drawn at most. */
const DRAW_EVERY_MS = 50;
/** Other tabs look when the server has the message. */
const TELL_AFTER_MS = 300;

/** A conversation on the screen. */
export interface BuilderChat extends ChatActions {
  messages: ChatMessage[];
  /** Ids of the messages at the same place, by the id of the one that is shown. */
  branches: Record<string, string[]>;
  trouble: ChatTrouble | null;
  live: LiveParts;
  /** The limits of the next turn, if known. */
  budget?: TurnAllowance | null;
  isBusy: boolean;
  /** Somebody wants the turn to stop, and it does not yet. */
  stopping?: Stopping | null;
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
  /** The model that is to answer the message being sent. */
  askModel?: () => AskedModel;
}

/** The chat of a draft on the screen: sends, streams, stops, and goes on wherever the server is. */
export function useBuilderChat({ id, initial, askModel = askNone, ...tell }: Options): BuilderChat {
  const [transport] = useState(() => createChatTransport(id, () => forgetFirstMessage(id)));
  const [loaded, setLoaded] = useState(initial);
  const news = useTurnStatus();
  const returning = useUnsentMessage(thenForget(id, tell.onReturned));
  const chat = useChat<ChatMessage>({
    id,
    messages: initial.messages,
    transport,
    throttle: DRAW_EVERY_MS,
    onData: (part) => news.hear(part, tell.onDraft),
    onError: (error) => {
      turns.end();
      // No stream began that could end: ask the server what it knows.
      if (news.take(error) !== 'failed') void sync();
    },
    onFinish: ({ isError, messages }) => {
      turns.end();
      if (!isError || messages.at(-1)?.role === 'assistant') returning.forget();
      news.rest();
      tellOthers();
      void sync();
    },
  });
  const { turns, sync } = useChatLoading(id, (next) => {
    if (!next.ok) return news.refuse(next, () => returning.giveBack(chat.setMessages));
    setLoaded(next.value);
    chat.setMessages(next.value.messages);
    returning.settle(next.value.messages);
    news.find();
    tell.onDraft();
  });
  const isAwaited = useResume(chat.resumeStream, turns, loaded, sync);
  const isBusy = isAwaited || chat.status === 'submitted' || chat.status === 'streaming';
  const tellOthers = useChatSync(id, news.trouble?.kind === 'lost', isBusy ? null : sync);
  const { stopping, stop } = useStopping(id, isBusy);
  const actions = toChatActions({
    id,
    chat,
    isBusy: () => isBusy || turns.isOn(),
    stop,
    askModel,
    onBegin: () => {
      turns.begin();
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
  useFirstMessage(id, initial, actions.send);
  const budget = useBudget(id, initial, loaded, isBusy ? null : sync);
  const { trouble, live, clear: closeTrouble } = news;
  const shown = { messages: chat.messages, branches: loaded.branches, trouble, live, budget };
  return { ...shown, ...actions, isBusy, stopping, sync, closeTrouble };
}

/** A message that the composer shows again need not be kept any longer. */
function thenForget(id: string, show: Options['onReturned']): Options['onReturned'] {
  return (message) => {
    show(message);
    forgetFirstMessage(id);
  };
}

/** The model of the chat, or the default. */
const askNone = (): AskedModel => ({});

/** Sends the text written on the start screen as the first message. */
function useFirstMessage(id: string, initial: LoadedChat, send: (text: string) => void) {
  const sendFirst = useEffectEvent(() => {
    const first = readFirstMessage(id);
    if (first === null) return;
    if (initial.messages.length === 0) send(first);
    else forgetFirstMessage(id);
  });
  useEffect(() => {
    let isMounted = true;
    // Strict mode unmounts at once and mounts again, and `useChat` aborts what it sends then.
    queueMicrotask(() => {
      if (isMounted) sendFirst();
    });
    return () => {
      isMounted = false;
    };
  }, []);
}

/**
 * Loads the limits of the next turn, which the page comes without, and syncs if messages were added
 * since the page was rendered.
 */
function useBudget(
  id: string,
  initial: LoadedChat,
  loaded: LoadedChat,
  sync: (() => Promise<void>) | null,
): TurnAllowance | null {
  const [first, setFirst] = useState<TurnAllowance | null>(null);
  const take = useEffectEvent(({ budget, messages }: LoadedChat) => {
    setFirst(budget ?? null);
    // Another tab may have spoken before this page had its scripts, and could hear of it.
    if (messages.at(-1)?.id !== initial.messages.at(-1)?.id) void sync?.();
  });
  useEffect(() => {
    void getChat(id).then((chat) => {
      if (chat.ok) take(chat.value);
    });
  }, [id]);
  return loaded.budget ?? first;
}
