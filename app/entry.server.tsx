import { AsyncLocalStorage } from 'node:async_hooks';

import { isbot } from 'isbot';
import { renderToReadableStream } from 'react-dom/server';
import {
  isRouteErrorResponse,
  ServerRouter,
  type EntryContext,
  type HandleErrorFunction,
  type RouterContextProvider,
} from 'react-router';

import { writeFirebaseDefaults } from '#app/auth/firebase-defaults.ts';
import { notePageFailure } from '#app/platform/answer-error.ts';
import { appContext } from '#app/platform/app-context.ts';
import { readLocale } from '#app/platform/locale/read-locale.ts';
import { provideLocale } from '#app/platform/locale/reader-locale.ts';

import { FOCUS_FIRST_FIELD } from './ui/desktop-focus.ts';

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
  if (isRouteErrorResponse(error) && error.status < 500) {
    log.warn('page.refused', { ...where, status: error.status });
    return;
  }
  notePageFailure(app, error);
  log.error('page.failed', { ...where, error });
}

/** Renders a page as a stream, with the response's nonce on each script. */
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
  let isShellSent = false;
  const locale = readLocale(request.headers.get('accept-language'));
  const body = await locales.run(locale, () =>
    renderToReadableStream(<ServerRouter context={entry} url={request.url} nonce={app.nonce} />, {
      nonce: app.nonce,
      bootstrapScriptContent: `${writeFirebaseDefaults(app.config)};${FOCUS_FIRST_FIELD};${writeLocale(locale)}`,
      signal: AbortSignal.timeout(streamTimeout + 1_000),
      onError(error) {
        finalStatus = 500;
        // React Router reports what fails before the shell by itself.
        if (isShellSent) app.log.error('page.stream', { error });
      },
    }),
  );
  isShellSent = true;

  const agent = request.headers.get('user-agent');
  if (agent && isbot(agent)) await body.allReady;
  return new Response(body, { status: finalStatus, headers });
}
