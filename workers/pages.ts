import { createRequestHandler, RouterContextProvider } from 'react-router';

import { appContext, type AppContext } from '#app/platform/app-context.ts';

const respond = createRequestHandler(
  () => import('virtual:react-router/server-build'),
  import.meta.env.MODE,
);

/** Every address that is no API: React Router renders it, errors and "not found" included. */
export function renderPage(request: Request, app: AppContext): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  return respond(request, context);
}
