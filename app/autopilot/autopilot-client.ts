import {
  jsonRequest,
  requestJson,
  sendRequest,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import { chatPath } from '#app/chat/chat-client.ts';
import type { Result } from '#app/platform/result.ts';

import type { LoopRequest, LoopState } from './autopilot-state.ts';

/** Begins to work towards a goal in a chat. */
export function beginLoop(
  id: string,
  goal: LoopRequest,
): Promise<Result<LoopState, RequestFailure>> {
  return requestJson(chatPath(id, '/loop'), jsonRequest('POST', goal));
}

/** The loop as it stands now. */
export function getLoop(id: string): Promise<Result<LoopState, RequestFailure>> {
  return requestJson(chatPath(id, '/loop'));
}

/** Ends the loop and the round that runs; resolves when what it made is stored. */
export function stopLoop(id: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id, '/loop/stop'), { method: 'POST' });
}
