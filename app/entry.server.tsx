import { AsyncLocalStorage } from 'node:async_hooks';

import { renderToReadableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';
import earlyInput from 'virtual:inline/early-input';

import { writeFirebaseDefaults } from '#app/auth/firebase-defaults.ts';
import { notePageFailure } from '#app/platform/failures/answer-error.ts';
import { appContext } from '#app/platform/app-context.ts';
import { drawnPartsOf } from '#app/platform/drawn-parts.server.ts';
import { readLocale } from '#app/platform/locale/read-locale.ts';
import { provideLocale } from '#app/platform/locale/reader-locale.ts';
import { readTracedFailure } from '#app/platform/failures/traced-failure.ts';

import { FOCUS_FIRST_FIELD } from './ui/desktop-focus.ts';
import { DrawnParts } from './ui/loading/drawn-html.tsx';

/** Milliseconds that a deferred part of a page may take; React Router reads it. */
export const streamTimeout = 5_000;

/** The locale of each page that is being rendered. */
const locales = new AsyncLocalStorage<string>();
provideLocale(() => locales.getStore());

/** The document's script that tells the browser the same, before it renders anything. */
function writeLocale(locale: string): string {
  return `document.documentElement.dataset.locale=${JSON.stringify(locale)}`;
}

/** Logs an error of a loader, an action or a component; an aborted request is not one. */
export function handleError(error: unknown, details: Parameters<HandleErrorFunction>[1]): void {
  const { request, context } = details;
  if (request.signal.aborted) return;
  const app = context.get(appContext);
  const { log } = app;
  const where = { method: request.method, path: new URL(request.url).pathname };
  // It was written down where it failed.
  if (readTracedFailure(error) !== null) return;
  if (isRouteErrorResponse(error) && error.status < 500) {
    log.warn('page.refused', { ...where, status: error.status });
    return;
  }
  notePageFailure(app, error);
  log.error('page.failed', { ...where, error });
}

/**
 * Keeps zod from trying `new Function` to compile its schemas: the content security policy forbids it, and the browser
 * would report a violation although zod then goes on without it.
 */
const INTERPRETED_SCHEMAS = 'globalThis.__zod_globalConfig={jitless:true}';

/** Bytes; a part of a page that is larger would be sent after it, to be put in its place by a script. */
const LARGEST_PART = 100_000_000;

/**
 * Renders a page, with the response's nonce on each script. It is sent as a whole: no loader of ours hands out
 * promises, and React's pieces of 2 kB cost more than what they hold.
 */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  entry: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  const app = context.get(appContext);
  headers.set('content-type', 'text/html; charset=utf-8');
  if (request.method === 'HEAD') return new Response(null, { status, headers });

  let finalStatus = status;
  let isShellDone = false;
  const locale = readLocale(request.headers.get('accept-language'));
  const body = await locales.run(locale, () =>
    renderToReadableStream(
      <DrawnParts value={drawnPartsOf(app)}>
        <ServerRouter context={entry} url={request.url} nonce={app.nonce} />
      </DrawnParts>,
      {
        nonce: app.nonce,
        progressiveChunkSize: LARGEST_PART,
        bootstrapScriptContent: `${INTERPRETED_SCHEMAS};${writeFirebaseDefaults(app.config)};${FOCUS_FIRST_FIELD};${writeLocale(locale)};${earlyInput}`,
        signal: AbortSignal.timeout(streamTimeout + 1_000),
        onError(error) {
          finalStatus = 500;
          // React Router reports what fails before the shell by itself.
          if (isShellDone) app.log.error('page.stream', { error });
        },
      },
    ),
  );
  isShellDone = true;
  await body.allReady;
  const page = await new Response(body).arrayBuffer();
  return new Response(page, { status: finalStatus, headers });
}
