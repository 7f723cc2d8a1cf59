import {
  jsonRequest,
  requestJson,
  sendRequest,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import { ChangeSetView } from '#app/builder/change-set/change-set.ts';
import { NewChat } from '#app/drafts/draft.ts';
import type { Result } from '#app/platform/result.ts';

import { chatPath } from './chat-path.ts';
import { ChatAnswer, ChatLimits } from './chat-view.ts';

/** The conversation as it stands now. */
export function getChat(id: string): Promise<Result<ChatAnswer, RequestFailure>> {
  return requestJson(ChatAnswer, chatPath(id));
}

/** The limits of the next turn, and the last message. */
export function getLimits(id: string): Promise<Result<ChatLimits, RequestFailure>> {
  return requestJson(ChatLimits, chatPath(id, '/limits'));
}

/** Shows the branch that a message is on. */
export function showBranch(id: string, leaf: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id, '/show'), jsonRequest('POST', { leaf }));
}

/** A chat of one's own out of another one: up to a message, or all of it. */
export function requestFork(
  id: string,
  message: string | null,
): Promise<Result<{ id: string }, RequestFailure>> {
  return requestJson(
    NewChat,
    chatPath(id, '/fork'),
    jsonRequest('POST', message === null ? {} : { message }),
  );
}

/** Decides on changes that a turn has proposed, as they were shown. */
export function sendDecision(
  id: string,
  { id: set, hash }: ChangeSetView,
  approve: string[],
): Promise<Result<ChangeSetView, RequestFailure>> {
  const path = chatPath(id, `/changes/${encodeURIComponent(set)}`);
  return requestJson(ChangeSetView, path, jsonRequest('POST', { hash, approve }));
}

/** Keeps the answer to an approved call as one of the mock. */
export function sendKept(
  id: string,
  { id: set }: ChangeSetView,
  item: string,
): Promise<Result<ChangeSetView, RequestFailure>> {
  const path = chatPath(id, `/changes/${encodeURIComponent(set)}/keep`);
  return requestJson(ChangeSetView, path, jsonRequest('POST', { item }));
}

/** Ends the turn that runs; resolves when what it made is stored. */
export function stopTurn(id: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id, '/stop'), { method: 'POST' });
}
