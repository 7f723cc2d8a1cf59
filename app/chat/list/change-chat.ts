import { jsonRequest, sendRequest, type RequestFailure } from '#app/api-client/api-request.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import type { Result } from '#app/platform/result.ts';

/** Gives a chat another title. */
export function renameChat(id: string, title: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id), jsonRequest('PATCH', { title }));
}

/** Deletes a chat; it can be taken back for a day. */
export function deleteChat(id: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id), { method: 'DELETE' });
}

/** Takes back that a chat was deleted. */
export function undeleteChat(id: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id, '/undelete'), { method: 'POST' });
}
