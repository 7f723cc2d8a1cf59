/** Arguments may carry files in base64. */
export const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

/** The message of a body, or the messages of a batch; null if it is neither. */
export function parseMessage(body: string): object | null {
  try {
    const message: unknown = JSON.parse(body);
    return typeof message === 'object' ? message : null;
  } catch {
    return null;
  }
}
