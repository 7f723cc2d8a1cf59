/** Sends a request as `fetch` does, and reports the share of its body that is sent; only an older way tells. */
export function sendWithProgress(
  onProgress: (share: number) => void,
): (input: string, init: RequestInit & { body?: Blob }) => Promise<Response> {
  return (input, { method = 'POST', headers, body, signal }) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const stop = () => request.abort();
      request.open(method, input);
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.addEventListener('progress', ({ loaded, total }) => {
        if (total > 0) onProgress(loaded / total);
      });
      request.addEventListener('load', () => resolve(toResponse(request)));
      request.addEventListener('error', () => reject(new TypeError('The network failed.')));
      request.addEventListener('abort', () => reject(signal?.reason));
      request.addEventListener('loadend', () => signal?.removeEventListener('abort', stop));
      signal?.addEventListener('abort', stop);
      if (signal?.aborted) reject(signal.reason);
      else request.send(body ?? null);
    });
}

function toResponse(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const name of ['content-type', 'x-request-id', 'retry-after']) {
    const value = request.getResponseHeader(name);
    if (value !== null) headers.set(name, value);
  }
  const { status, statusText, responseText } = request;
  return new Response(responseText, { status, statusText, headers });
}
