import { createRequestHandler, RouterContextProvider } from 'react-router';

import { loadVisitor, visitorContext } from '#app/auth/viewer.server.ts';
import { answerBrokenPage } from '#app/platform/answer-error.ts';
import { appContext, type AppContext } from '#app/platform/app-context.ts';

// The server build is imported with the first page: tests of the APIs run without one.
const respond = createRequestHandler(
  () => import('virtual:react-router/server-build'),
  import.meta.env.MODE,
);

/** Every address that is no API: React Router renders it, errors and "not found" included. */
export async function renderPage(request: Request, app: AppContext): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  context.set(visitorContext, await loadVisitor(app, request));
  const response = await respond(request, context);
  const isLastResort =
    response.status === 500 && response.headers.get('content-type')?.startsWith('text/plain');
  return isLastResort ? answerBrokenPage(app) : response;
}
