import {
  createRequestHandler,
  RouterContextProvider,
  type RequestHandler,
  type ServerBuild,
} from 'react-router';
import { isDevelopment } from 'virtual:build';

import { loadShell, needsShell } from '#app/auth/guard-pages.server.ts';
import { loadVisitor, visitorContext } from '#app/auth/session/viewer.server.ts';
import { answerBrokenPage, toPageAnswer } from '#app/platform/failures/answer-error.ts';
import { appContext, type AppContext } from '#app/platform/app-context.ts';

import { answerKeptPage } from './kept-pages.ts';
import { tellFailures } from './tell-failures.ts';

type LoadBuild = () => Promise<ServerBuild>;

// The server build is imported with the first page: tests of the APIs run without one.
const loadBuild: LoadBuild = () => import('virtual:react-router/server-build');

const respond = createPages(async () => tellFailures(await loadBuild()));

/** The same pages without what their own loaders would load: for visitors who are not known yet. */
const respondShell = createPages(async () => tellFailures(toShell(await loadBuild())));

/**
 * React Router's handler of a build. It is made once: given a function, it would make its tables of routes anew
 * for each request, which is what a build that changes in development needs.
 */
function createPages(load: LoadBuild): RequestHandler {
  if (isDevelopment) return createRequestHandler(load, import.meta.env.MODE);
  let made: RequestHandler | null = null;
  return async (request, context) => {
    made ??= createRequestHandler(await load(), import.meta.env.MODE);
    return made(request, context);
  };
}

/** Every address that is no API: React Router renders it, errors and "not found" included. */
export function renderPage(request: Request, app: AppContext): Promise<Response> {
  return answerKeptPage(request, app, (asked) => renderAnew(asked, app));
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
