import { readRequestBody } from '@modelcontextprotocol/server';

import { MAX_REQUEST_BYTES, parseMessage } from './read-message.ts';

/** The message of a request whose body stays readable; null as for {@link parseMessage}. */
export async function peekMessage(request: Request): Promise<object | null> {
  const read = await readRequestBody(request.clone() as Request, MAX_REQUEST_BYTES);
  return read.tooLarge ? null : parseMessage(read.text);
}
