import { expect, test } from 'vitest';

import { routes } from '../../workers/api.ts';
import { DRAFT_ROUTES } from './draft-routes.ts';
import { MANAGEMENT_ROUTES } from './management-routes.ts';
import { OTHER_ROUTES } from './other-routes.ts';
import { ENDPOINT_ROUTES, PROJECT_ROUTES } from './project-routes.ts';

/** Middleware is mounted for every method, too, and ends nothing by itself. */
const MIDDLEWARE = /\*$|^\/api\/session$/;

test('every route says who may use it, and none that is gone', () => {
  const served = routes.routes
    .filter(({ method, path }) => method !== 'ALL' || !MIDDLEWARE.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  const tables = [
    ...DRAFT_ROUTES,
    ...PROJECT_ROUTES,
    ...ENDPOINT_ROUTES,
    ...MANAGEMENT_ROUTES,
    ...OTHER_ROUTES,
  ];
  const known = tables.map(({ route }) => route);
  // tests/journeys/access.test.ts and project-access.test.ts send what the rows of these tables say, and
  // tests/management/management-access.workerd.test.ts those of the management API.
  expect(known.toSorted()).toEqual([...new Set(served)].toSorted());
});

test('a route with the id of a draft, a project or a key is in the table of those', () => {
  const named = /\/(drafts|chats|d|projects)\/:id|\/:projectId|\/api\/keys\/:id|\/mcp\/:slug/;
  for (const { route } of OTHER_ROUTES) expect(route).not.toMatch(named);
});
