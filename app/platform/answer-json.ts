import type { Shape } from './shape.ts';

/** Headers of an answer that depends on who asks. */
export const PRIVATE_HEADERS = { 'cache-control': 'private, no-store' };

/**
 * Answers with JSON of the shape that the other side reads it by. The compiler holds the value to
 * it; nothing is checked at run time, because the value is our own.
 */
export function answerJson<Value>(
  _shape: Shape<Value>,
  value: NoInfer<Value>,
  init: ResponseInit = {},
): Response {
  return Response.json(value, init);
}
