import {
  jsonRequest,
  requestJson,
  sendRequest,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import type { Result } from '#app/platform/result.ts';

import type { ChatMessage } from './chat-parts.ts';

/** The limits of the next turn. */
export interface TurnAllowance {
  /** Of today; null where they are not counted. */
  turnsLeft: number | null;
  /** When there are new ones, in milliseconds since 1970. */
  resetsAt: number;
  steps: number;
  tokens: number;
  seconds: number;
}

/** The conversation as the server has it. */
export interface LoadedChat {
  messages: ChatMessage[];
  branches: Record<string, string[]>;
  isRunning: boolean;
  /** Id of the model that answers, null where none was chosen. */
  model?: string | null;
  /** Null for who only reads. */
  budget?: TurnAllowance | null;
}

/** Path of a chat, or of something below it. */
export function chatPath(id: string, rest = ''): string {
  return `/api/chats/${encodeURIComponent(id)}${rest}`;
}

/** The conversation as it stands now. */
export function getChat(id: string): Promise<Result<LoadedChat, RequestFailure>> {
  return requestJson(chatPath(id));
}

/** Shows the branch that a message is on. */
export function showBranch(id: string, leaf: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id, '/show'), jsonRequest('POST', { leaf }));
}

/** A chat of one's own out of another one: up to a message, or all of it. */
export function forkChat(
  id: string,
  message: string | null,
): Promise<Result<{ id: string }, RequestFailure>> {
  return requestJson(
    chatPath(id, '/fork'),
    jsonRequest('POST', message === null ? {} : { message }),
  );
}

/** Ends the turn that runs; resolves when what it made is stored. */
export function stopTurn(id: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id, '/stop'), { method: 'POST' });
}
