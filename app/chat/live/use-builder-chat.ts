import { useEffect, useState, useSyncExternalStore } from 'react';

import type { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import type { AskedModel } from '#app/builder/connect/use-model-choice.ts';
import {
  sendDecision,
  getChat,
  getLimits,
  sendKept,
  showBranch,
  stopTurn,
} from '#app/chat/chat-client.ts';
import { filesOf, type ChatMessage } from '#app/chat/chat-parts.ts';
import type { LoadedChat, TurnAllowance } from '#app/chat/chat-view.ts';
import { forgetFirstMessage, readFirstMessage } from '#app/chat/composer/first-message.ts';
import type { ChatActions } from '#app/chat/messages/chat-actions.ts';
import type { LiveParts } from '#app/chat/messages/live-parts.ts';

import type { ChatTrouble } from './chat-trouble.ts';
import { isBusy, type Stopping } from './live-chat.ts';
import { readTurnAnswer } from './read-turn-answer.ts';
import { newMessage, runLiveChat, type RunningChat } from './run-live-chat.ts';
import { watchPage, type PageWatch } from './watch-page.ts';

/** A conversation on the screen. */
export interface BuilderChat extends ChatActions {
  /** Absent where its files cannot be had. */
  id?: string;
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
  sync: () => void;
  closeTrouble: () => void;
  /** Makes a chat of one's own, up to a message, and opens it. */
  fork?: (message: ChatMessage) => void;
  /** Puts the focus where the next message is written. */
  focus?: () => void;
}

/** Calls of a conversation to the screen around it. */
interface Screen {
  /** The draft is another one now. */
  onDraft: () => void;
  /** The chat is called this now. */
  onTitle?: (title: string) => void;
  /** The server did not take messages: here they are again. */
  onReturned: (messages: ChatMessage[]) => void;
  /** The model that is to answer the message being sent; by default the chat's own. */
  askModel?: () => AskedModel;
}

interface Options extends Screen {
  id: string;
  initial: LoadedChat;
  /** Whether a message can be sent here. */
  mayEdit: boolean;
}

/** The chat of a draft on the screen; `stepLiveChat` decides what happens in it. */
export function useBuilderChat({ id, initial, mayEdit, ...screen }: Options): BuilderChat {
  const [chat] = useState(() => openChat(id, initial, mayEdit));
  useEffect(() => chat.setScreen(screen));
  useEffect(() => chat.enter(), [chat]);
  const state = useSyncExternalStore(chat.subscribe, chat.getState, chat.getState);
  const { messages, branches, trouble, live, budget, stopping } = state;
  const shown = { id, messages, branches, trouble, live, budget, stopping };
  return { ...shown, isBusy: isBusy(state), ...chat.actions };
}

function openChat(id: string, initial: LoadedChat, mayEdit: boolean) {
  let watch: PageWatch | null = null;
  // An answer can come many renders after its request: it is passed to the latest callback.
  let screen: Screen | null = null;
  const chat = runLiveChat(initial, mayEdit, {
    readTurnAnswer: (request, listener, signal) =>
      readTurnAnswer(id, request, listener, { signal }),
    load: () => getChat(id),
    loadLimits: () => getLimits(id),
    stopTurn: () => stopTurn(id),
    showBranch: (leaf) => showBranch(id, leaf),
    tellTabs: () => watch?.tell(),
    readFirst: () => readFirstMessage(id),
    forgetFirst: () => forgetFirstMessage(id),
    askModel: () => screen?.askModel?.() ?? {},
    reloadDraft: () => screen?.onDraft(),
    showTitle: (title) => screen?.onTitle?.(title),
    giveBack: (messages) => screen?.onReturned(messages),
    offerCut: (sent, kept) =>
      void import('#app/chat/secrets/offer-cut.ts').then(
        ({ offerCut }) => offerCut(id, sent, kept),
        // The message stands as it was stored; only the offer is missing.
        () => undefined,
      ),
  });
  return {
    ...chat,
    actions: {
      ...toActions(chat),
      decide: async (changes: ChangeSetView, approve: string[]) => {
        const decided = await sendDecision(id, changes, approve);
        // One that was closed meanwhile is shown as it stands now, too.
        chat.dispatch({ kind: 'decided' });
        return decided.ok ? null : decided;
      },
      keepAnswer: async (changes: ChangeSetView, item: string) => {
        const kept = await sendKept(id, changes, item);
        chat.dispatch({ kind: 'decided' });
        return kept.ok ? null : kept;
      },
    },
    setScreen: (next: Screen) => {
      screen = next;
    },
    /** Begins a visit of the page; returns the way to end it. */
    enter: () => {
      const watching = watchPage(id, () => chat.dispatch({ kind: 'changed' }));
      watch = watching;
      chat.dispatch({ kind: 'entered' });
      return () => {
        chat.dispatch({ kind: 'left' });
        watching.stop();
      };
    },
  };
}

function toActions({ dispatch }: RunningChat) {
  return {
    send: (text, files) => dispatch({ kind: 'send', message: newMessage(text, files) }),
    edit: (message, text) =>
      dispatch({ kind: 'edit', id: message.id, message: newMessage(text, filesOf(message)) }),
    retry: (message) => void dispatch({ kind: 'retry', ...(message ? { id: message.id } : {}) }),
    goOn: () => void dispatch({ kind: 'continue' }),
    show: (leaf) => void dispatch({ kind: 'show', leaf }),
    stop: () => void dispatch({ kind: 'stop' }),
    sync: () => void dispatch({ kind: 'sync' }),
    closeTrouble: () => void dispatch({ kind: 'closeTrouble' }),
  } satisfies Partial<BuilderChat>;
}
