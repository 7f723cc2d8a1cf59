import { requestJson, sendRequest, type RequestFailure } from '#app/builder/api-request.ts';
import type { Result } from '#app/platform/result.ts';

import type { ChatMessage } from './chat-parts.ts';

/** The conversation as the server has it. */
export interface LoadedChat {
  messages: ChatMessage[];
  branches: Record<string, string[]>;
  isRunning: boolean;
}

/** Path of a chat, or of something below it. */
export function chatPath(id: string, rest = ''): string {
  return `/api/chats/${encodeURIComponent(id)}${rest}`;
}

/** The conversation as it stands now. */
export function getChat(id: string): Promise<Result<LoadedChat, RequestFailure>> {
  return requestJson(chatPath(id));
}

/** Ends the turn that runs; resolves when what it made is stored. */
export function stopTurn(id: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id, '/stop'), { method: 'POST' });
}
