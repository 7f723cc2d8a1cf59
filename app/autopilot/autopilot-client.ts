import {
  jsonRequest,
  requestJson,
  sendRequest,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import type { Result } from '#app/platform/result.ts';

import { AutopilotState, type AutopilotRequest } from './autopilot-state.ts';

/** Begins to work towards a goal in a chat. */
export function beginAutopilot(
  id: string,
  goal: AutopilotRequest,
): Promise<Result<AutopilotState, RequestFailure>> {
  return requestJson(AutopilotState, chatPath(id, '/autopilot'), jsonRequest('POST', goal));
}

/** Loads the current state of the run. */
export function getAutopilot(id: string): Promise<Result<AutopilotState, RequestFailure>> {
  return requestJson(AutopilotState, chatPath(id, '/autopilot'));
}

/** Ends the run and its running round; resolves when the round's changes are stored. */
export function stopAutopilot(id: string): Promise<Result<Response, RequestFailure>> {
  return sendRequest(chatPath(id, '/autopilot/stop'), { method: 'POST' });
}
