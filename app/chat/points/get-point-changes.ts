import { requestJson, type RequestFailure } from '#app/api-client/api-request.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import { PointChanges } from '#app/chat/point-answers.ts';
import type { Result } from '#app/platform/result.ts';

/** Loads both states of what differs between two restore points. */
export function getPointChanges(
  id: string,
  from: number,
  to: number,
): Promise<Result<PointChanges, RequestFailure>> {
  return requestJson(PointChanges, chatPath(id, `/points/${from}/tools?to=${to}`));
}
