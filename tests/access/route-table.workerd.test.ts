import { expect, test } from 'vitest';

import { routes } from '../../workers/api.ts';
import { DRAFT_ROUTES } from './draft-routes.ts';
import { OTHER_ROUTES } from './other-routes.ts';

/** Middleware is mounted for every method, too, and ends nothing by itself. */
const MIDDLEWARE = /\*$|^\/api\/session$/;

test('every route says who may use it, and none that is gone', () => {
  const served = routes.routes
    .filter(({ method, path }) => method !== 'ALL' || !MIDDLEWARE.test(path))
    .map(({ method, path }) => `${method} ${path}`);
  const known = [...DRAFT_ROUTES, ...OTHER_ROUTES].map(({ route }) => route);
  // tests/journeys/access.test.ts sends what the rows of both tables say.
  expect(known.toSorted()).toEqual([...new Set(served)].toSorted());
});

test('a route with the id of a draft is in the table of those', () => {
  for (const { route } of OTHER_ROUTES) expect(route).not.toMatch(/\/(drafts|chats|d)\/:id/);
});
