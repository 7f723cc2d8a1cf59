import {
  requestJson,
  sendRequest,
  toFailure,
  type RequestFailure,
} from '#app/api-client/api-request.ts';
import { chatPath } from '#app/chat/chat-path.ts';
import { PointDiff, PointList, RestoredPoint } from '#app/chat/point-answers.ts';
import { fail, succeed, type Result } from '#app/platform/result.ts';

/** The restore points that are kept. */
export function getPoints(id: string): Promise<Result<PointList, RequestFailure>> {
  return requestJson(PointList, chatPath(id, '/points'));
}

/** Loads the differences between a restore point and another one, or the current draft. */
export function getPointDiff(
  id: string,
  from: number,
  to: number | 'now',
): Promise<Result<PointDiff, RequestFailure>> {
  const path = chatPath(id, `/points/${from}/diff${to === 'now' ? '' : `?to=${to}`}`);
  return requestJson(PointDiff, path);
}

/** A file as it was at a restore point. */
export async function getPointFile(
  id: string,
  point: number,
  path: string,
): Promise<Result<string, RequestFailure>> {
  const place = path.split('/').map(encodeURIComponent).join('/');
  const sent = await sendRequest(chatPath(id, `/points/${point}/files/${place}`), {});
  if (!sent.ok) return sent;
  try {
    return succeed(await sent.value.text());
  } catch (error) {
    return fail(toFailure(error));
  }
}

/** Brings a restore point back, as a new one. */
export function bringPointBack(
  id: string,
  point: number,
): Promise<Result<{ point: number }, RequestFailure>> {
  return requestJson(RestoredPoint, chatPath(id, `/points/${point}/restore`), { method: 'POST' });
}
