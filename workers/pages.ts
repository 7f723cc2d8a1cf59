import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router';

import { loadShell, needsShell } from '#app/auth/guard-pages.server.ts';
import { loadVisitor, visitorContext } from '#app/auth/session/viewer.server.ts';
import { answerBrokenPage, toPageAnswer } from '#app/platform/answer-error.ts';
import { appContext, type AppContext } from '#app/platform/app-context.ts';

import { answerKeptPage } from './kept-pages.ts';

// The server build is imported with the first page: tests of the APIs run without one.
const respond = createRequestHandler(
  () => import('virtual:react-router/server-build'),
  import.meta.env.MODE,
);

/** The same pages without what their own loaders would load: for visitors who are not known yet. */
const respondShell = createRequestHandler(
  async () => toShell(await import('virtual:react-router/server-build')),
  import.meta.env.MODE,
);

/** Every address that is no API: React Router renders it, errors and "not found" included. */
export function renderPage(request: Request, app: AppContext): Promise<Response> {
  return answerKeptPage(request, app, () => renderAnew(request, app));
}

async function renderAnew(request: Request, app: AppContext): Promise<Response> {
  const context = new RouterContextProvider();
  context.set(appContext, app);
  const visitor = await loadVisitor(app, request);
  context.set(visitorContext, visitor);
  const isShell = needsShell(visitor, new URL(request.url).pathname);
  const response = await (isShell ? respondShell : respond)(request, context);
  const isLastResort =
    response.status === 500 && response.headers.get('content-type')?.startsWith('text/plain');
  return toPageAnswer(app, isLastResort ? answerBrokenPage(app) : response);
}

function toShell(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (id === 'root' || !route) return [id, route] as const;
    const { loader, action: _action, meta: _meta, ...module } = route.module;
    return [id, { ...route, module: loader ? { ...module, loader: loadShell } : module }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}
