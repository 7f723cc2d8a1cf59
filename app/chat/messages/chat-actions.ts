import type { UseChatHelpers } from '@ai-sdk/react';
import type { FileUIPart } from 'ai';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { AskedModel } from '#app/builder/connect/use-model-choice.ts';
import { showBranch } from '#app/chat/chat-client.ts';
import { filesOf, type ChatMessage } from '#app/chat/chat-parts.ts';
import type { Result } from '#app/platform/result.ts';

/** The actions of a conversation; those that a conversation does not support are absent. */
export interface ChatActions {
  /** Returns whether the message was sent: not while something runs. */
  send: (text: string, files?: readonly FileUIPart[]) => boolean;
  stop: () => void;
  /**
   * Replaces a message on a new branch; the old one stays. Returns whether the new one was sent:
   * not while something runs.
   */
  edit: (message: ChatMessage, text: string) => boolean;
  /** Asks the question of an answer once more, by default the last one's; the old answer stays. */
  retry: (message?: ChatMessage) => void;
  /** Goes on with the last answer, which ended before its time. */
  goOn?: () => void;
  /** Shows the branch that a message is on. */
  show?: (leaf: string) => void;
}

interface Context {
  id: string;
  chat: UseChatHelpers<ChatMessage>;
  isBusy: () => boolean;
  stop: () => void;
  /** The model that is to answer the message being sent. */
  askModel: () => AskedModel;
  /** A turn begins: the live state of the last one is cleared. */
  onBegin: () => void;
  /** A message is on its way; it comes back where the server does not take it. */
  onSent: (message: ChatMessage, before: ChatMessage[]) => void;
  /** The branch that is shown is another one, or is not. */
  onShown: (done: Result<unknown, RequestFailure>) => void;
}

/** Creates the actions of a person in a chat that lives on the server. */
export function toChatActions({ id, chat, isBusy, stop, askModel, ...tell }: Context) {
  /** Sends a message; the tab's own is shown at once. */
  function post(text: string, files: readonly FileUIPart[] = []) {
    const said = text.trim() === '' ? [] : [{ type: 'text' as const, text }];
    const parts = [...said, ...files];
    const message: ChatMessage = { id: crypto.randomUUID(), role: 'user', parts };
    tell.onSent(message, chat.messages);
    void chat.sendMessage(message, { body: askModel() });
  }

  function whenStill(begin: () => void): boolean {
    if (isBusy()) return false;
    tell.onBegin();
    begin();
    return true;
  }

  return {
    send: (text, files = []) =>
      (text.trim() !== '' || files.length > 0) && whenStill(() => post(text, files)),
    stop,
    edit: (message, text) =>
      whenStill(() => {
        const at = chat.messages.findIndex((each) => each.id === message.id);
        chat.setMessages(chat.messages.slice(0, at));
        post(text, filesOf(message));
      }),
    retry: (message) =>
      void whenStill(
        () =>
          void chat.regenerate({ body: askModel(), ...(message ? { messageId: message.id } : {}) }),
      ),
    goOn: () =>
      void whenStill(
        () => void chat.sendMessage(undefined, { body: { ...askModel(), continue: true } }),
      ),
    show: (leaf) => void showBranch(id, leaf).then(tell.onShown),
  } satisfies ChatActions;
}
