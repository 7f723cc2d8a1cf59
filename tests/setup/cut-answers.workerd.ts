/** Lets the answers of a host break off in the middle, until the returned function is called. */
export function cutAnswers(host: string): () => void {
  const { fetch } = globalThis;
  Object.assign(globalThis, {
    async fetch(...given: Parameters<typeof fetch>) {
      const asked = new Request(...given);
      const answer = await fetch(asked);
      if (new URL(asked.url).host !== host || answer.body === null) return answer;
      return new Response(answer.body.pipeThrough(cutOff()), answer);
    },
  });
  return () => void Object.assign(globalThis, { fetch });
}

function cutOff(): TransformStream<Uint8Array, Uint8Array> {
  return new TransformStream({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, Math.ceil(chunk.length / 2)));
      controller.error(new Error('Network connection lost.'));
    },
  });
}
