import { data, type ServerBuild } from 'react-router';

import { notePageFailure } from '#app/platform/failures/answer-error.ts';
import { appContext } from '#app/platform/app-context.ts';
import type { TracedFailure } from '#app/platform/failures/traced-failure.ts';
import { isOutage } from '#app/platform/stores/store-outage.ts';

type Loader = NonNullable<NonNullable<ServerBuild['routes'][string]>['module']['loader']>;

/**
 * The same pages, whose failed loaders tell their page the request's id and whether it helps to ask again. The router by
 * itself tells a page nothing: after a navigation it would show the id of the document, which the log does not have.
 */
export function tellFailures(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    const loader = route?.module.loader;
    if (!route || !loader) return [id, route] as const;
    return [id, { ...route, module: { ...route.module, loader: tellFailure(loader) } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

function tellFailure(loader: Loader): Loader {
  return async (args) => {
    try {
      return await loader(args);
    } catch (error) {
      // What a loader answers with (404, a redirect) is no failure.
      if (!(error instanceof Error) || args.request.signal.aborted) throw error;
      const app = args.context.get(appContext);
      notePageFailure(app, error);
      const { method, url } = args.request;
      app.log.error('page.failed', { method, path: new URL(url).pathname, error });
      const told: TracedFailure = { requestId: app.requestId };
      // oxlint-disable-next-line typescript/only-throw-error -- how a loader says which status it is
      throw data(told, { status: isOutage(error) ? 503 : 500 });
    }
  };
}
