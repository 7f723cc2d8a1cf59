import type { FileUIPart } from 'ai';

import type { RequestFailure } from '#app/api-client/api-request.ts';
import type { AskedModel } from '#app/builder/connect/use-model-choice.ts';
import type { ChatLimits, LoadedChat } from '#app/chat/chat-view.ts';
import type { FirstMessage } from '#app/chat/composer/first-message.ts';
import type { ChatMessage } from '#app/chat/chat-parts.ts';
import type { Result } from '#app/platform/result.ts';

import {
  beginLiveChat,
  type LiveChat,
  type LiveCommand,
  type LiveEvent,
  type StreamEnd,
} from './live-chat.ts';
import type { AnswerListener, AnswerRequest } from './read-turn-answer.ts';
import { stepLiveChat } from './step-live-chat.ts';

/** The dependencies of a conversation on the page and the server around it. */
export interface LivePorts {
  readTurnAnswer: (
    request: AnswerRequest,
    listener: AnswerListener,
    signal: AbortSignal,
  ) => Promise<StreamEnd>;
  load: () => Promise<Result<LoadedChat, RequestFailure>>;
  loadLimits: () => Promise<Result<ChatLimits, RequestFailure>>;
  stopTurn: () => Promise<Result<unknown, RequestFailure>>;
  showBranch: (leaf: string) => Promise<Result<unknown, RequestFailure>>;
  tellTabs: () => void;
  readFirst: () => FirstMessage | null;
  forgetFirst: () => void;
  /** The model that is to answer. */
  askModel: () => AskedModel;
  reloadDraft: () => void;
  showTitle: (title: string) => void;
  giveBack: (messages: ChatMessage[]) => void;
  /** Offers what the server has cut out of texts. */
  offerCut: (sent: string[], kept: string[]) => void;
}

/** A running conversation: its state, and the way to report events to it. */
export interface RunningChat {
  getState: () => LiveChat;
  subscribe: (onChange: () => void) => () => void;
  /** Returns whether the event changed anything. */
  dispatch: (event: LiveEvent) => boolean;
}

/** Runs the commands of a conversation, and reports what they bring. */
export function runLiveChat(initial: LoadedChat, mayEdit: boolean, ports: LivePorts): RunningChat {
  const listeners = new Set<() => void>();
  const run = createCommands(ports, dispatch);
  let state = beginLiveChat(initial, mayEdit);

  function dispatch(event: LiveEvent): boolean {
    const step = stepLiveChat(state, event);
    const hasChanged = step.state !== state;
    state = step.state;
    if (hasChanged) for (const onChange of listeners) onChange();
    for (const command of step.commands) run(command);
    return hasChanged;
  }

  return {
    getState: () => state,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    dispatch,
  };
}

/** A message of the person; without parts where there is nothing in it. */
export function newMessage(text: string, files: readonly FileUIPart[] = []): ChatMessage {
  const said = text.trim() === '' ? [] : [{ type: 'text' as const, text }];
  return { id: crypto.randomUUID(), role: 'user', parts: [...said, ...files] };
}

/** Reads one stream at a time. */
function createReading({ readTurnAnswer }: LivePorts, dispatch: (event: LiveEvent) => void) {
  let reading = new AbortController();
  return {
    begin: (number: number, request: AnswerRequest) => {
      reading.abort();
      reading = new AbortController();
      const listener: AnswerListener = {
        onAccepted: () => dispatch({ kind: 'accepted', number }),
        onPart: (part) => dispatch({ kind: 'part', number, part }),
        onMessage: (message) => dispatch({ kind: 'message', number, message }),
      };
      void readTurnAnswer(request, listener, reading.signal).then((end) =>
        dispatch({ ...end, number }),
      );
    },
    stop: () => reading.abort(),
  };
}

/** Commands about the stream and the server's conversation; the rest is between page and person. */
function createCommands(ports: LivePorts, dispatch: (event: LiveEvent) => void) {
  const reading = createReading(ports, dispatch);
  return (command: LiveCommand): void => {
    switch (command.kind) {
      case 'begin': {
        const body = { ...ports.askModel(), ...command.request };
        return reading.begin(command.number, { kind: 'begin', body, answer: command.answer });
      }
      case 'resume':
        return reading.begin(command.number, { kind: 'resume' });
      case 'dropStream':
        return reading.stop();
      case 'load':
        return void ports
          .load()
          .then((answer) => dispatch({ kind: 'loaded', number: command.number, answer }));
      case 'loadLimits':
        return void ports
          .loadLimits()
          .then((answer) => dispatch({ kind: 'limits', number: command.number, answer }));
      case 'stopTurn':
        return void ports.stopTurn().then((stopped) => {
          if (!stopped.ok) dispatch({ kind: 'stopFailed', failure: stopped });
        });
      case 'showBranch':
        return void ports
          .showBranch(command.leaf)
          .then((shown) => dispatch({ kind: 'shown', failure: shown.ok ? null : shown }));
      default:
        return runOnPage(command, ports, dispatch);
    }
  };
}

type PageCommand = Exclude<
  LiveCommand,
  { kind: 'begin' | 'resume' | 'dropStream' | 'load' | 'loadLimits' | 'stopTurn' | 'showBranch' }
>;

function runOnPage(
  command: PageCommand,
  ports: LivePorts,
  dispatch: (event: LiveEvent) => void,
): void {
  switch (command.kind) {
    case 'settle':
      return queueMicrotask(() => {
        const first = ports.readFirst();
        const message = first === null ? null : newMessage(first.text, first.files);
        dispatch({ kind: 'settled', number: command.number, first: message });
      });
    case 'wait':
      return void setTimeout(
        () => dispatch({ kind: 'waited', number: command.number }),
        command.milliseconds,
      );
    case 'tellTabs':
      if (command.afterMs === 0) return ports.tellTabs();
      return void setTimeout(ports.tellTabs, command.afterMs);
    case 'reloadDraft':
      return ports.reloadDraft();
    case 'showTitle':
      return ports.showTitle(command.title);
    case 'giveBack':
      return ports.giveBack(command.messages);
    case 'forgetFirst':
      return ports.forgetFirst();
    case 'offerCut':
      return ports.offerCut(command.sent, command.kept);
  }
}
