import type { ReactElement } from 'react';
import { renderToReadableStream } from 'react-dom/server';

/** HTML of an element that needs no scripts. */
export async function renderHtml(element: ReactElement): Promise<string> {
  const stream = await renderToReadableStream(element);
  await stream.allReady;
  return new Response(stream).text();
}
