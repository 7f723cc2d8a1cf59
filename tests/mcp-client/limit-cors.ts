import type { FetchText } from '#app/mcp-client/connection-options.ts';

/** Response headers that every page may read. */
const ALWAYS = ['cache-control', 'content-type', 'last-modified'];

/** As a browser whose server allows and exposes these headers only; what it refuses it does not explain. */
export function limitCors(
  fetch: FetchText,
  { allows, exposes = [] }: { allows: readonly string[]; exposes?: readonly string[] },
): FetchText {
  return async (url, init) => {
    const names = [...new Headers(init.headers).keys()];
    const isAllowed = names.every((name) => name === 'accept' || allows.includes(name));
    if (!isAllowed) throw new TypeError('Failed to fetch');
    const answer = await fetch(url, init);
    const shown = [...answer.headers].filter(([name]) => [...ALWAYS, ...exposes].includes(name));
    return new Response(answer.body, { status: answer.status, headers: shown });
  };
}
