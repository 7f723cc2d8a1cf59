/**
 * Reads and forgets what nobody has read of a request's body. A connection with unread bytes is
 * reset when the answer is sent, and the sender may see that instead of the answer.
 */
export async function drainBody({ body, bodyUsed }: Request): Promise<void> {
  if (!body || bodyUsed || body.locked) return;
  try {
    await body.pipeTo(new WritableStream());
  } catch {
    // The sender went away: nobody waits for the answer.
  }
}
