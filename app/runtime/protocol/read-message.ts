import { readRequestBody } from '@modelcontextprotocol/server';

/** Arguments may carry files in base64. */
export const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** The message of a body, or the messages of a batch; null for what is neither. */
export function parseMessage(body: string): object | null {
  try {
    const message: unknown = JSON.parse(body);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}

/** The message of a request that can still be read afterwards; null as for {@link parseMessage}. */
export async function peekMessage(request: Request): Promise<object | null> {
  const read = await readRequestBody(request.clone() as Request, MAX_REQUEST_BYTES);
  return read.tooLarge ? null : parseMessage(read.text);
}
