/**
 * Passes a response on and calls back once when its body ends: `true` if it was read to its end, `false` if
 * the reader cancelled, which the signal may report before the stream does. A response without a body ends at
 * once.
 */
export function onBodyEnd(
  response: Response,
  signal: AbortSignal,
  onEnd: (isWhole: boolean) => void,
): Response {
  let isOver = false;
  const end = (isWhole: boolean) => {
    if (!isOver) onEnd(isWhole);
    isOver = true;
  };
  if (response.body === null) {
    end(true);
    return response;
  }
  const reader = response.body.getReader() as ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>;
  const leave = () => {
    end(false);
    void reader.cancel().catch(() => {});
  };
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      try {
        const { done, value } = await reader.read();
        if (!done) {
          controller.enqueue(value);
          return;
        }
        controller.close();
        end(true);
      } catch (error) {
        controller.error(error);
        end(false);
      }
    },
    cancel: async (reason) => {
      end(false);
      await reader.cancel(reason);
    },
  });
  const { status, headers } = response;
  return new Response(body, { status, headers });
}
