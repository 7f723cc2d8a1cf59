import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { toRequest, type RouteRequest } from '../access/draft-routes.ts';
import { openPeople, type Person } from '../access/people.ts';
import {
  makeKey,
  makeProject,
  type CalledProject,
  type ProjectCaller,
} from '../access/project-callers.ts';
import {
  DELETE_PROJECT,
  ENDPOINT_ROUTES,
  PROJECT_ROUTES,
  type KnownProject,
} from '../access/project-routes.ts';
import { startBuiltWorker, type BuiltWorker } from '../setup/built-worker.ts';

let worker: BuiltWorker;
let called: CalledProject;
beforeAll(async () => {
  worker = await startBuiltWorker();
  called = await makeProject(await openPeople(worker));
});
afterAll(() => worker.close());

type Row = RouteRequest<KnownProject> & { toBody?: (known: KnownProject) => unknown };

function ask(person: Person, { toBody, ...row }: Row, project: KnownProject): Promise<Response> {
  const body = toBody ? toBody(project) : row.body;
  const { path, init } = toRequest({ ...row, ...(body !== undefined && { body }) }, project);
  return person.fetch(path, init);
}

describe('a project', () => {
  const wantedOf = ({ role }: ProjectCaller, gives: number, givesOthers = 404) => {
    if (role === 'owner') return gives;
    return role === 'otherUser' ? givesOthers : 401;
  };

  test.each(PROJECT_ROUTES)('$route', async (row) => {
    const { owner, callers } = called;
    const seen: Record<string, number> = {};
    for (const { name, person } of callers) {
      const project = { ...called.project, key: (await makeKey(owner)).key.id };
      if (row.isOfDeleted) await ask(owner, DELETE_PROJECT, project);
      seen[name] = (await ask(person, row, project)).status;
      if (row.after !== undefined) await ask(owner, row.after, project);
      await ask(owner, { route: `DELETE /api/keys/${project.key}` }, project);
    }
    const { gives, givesOthers } = row;
    const wanted = callers.map((caller) => [caller.name, wantedOf(caller, gives, givesOthers)]);
    expect(seen).toEqual(Object.fromEntries(wanted));
  });
});

describe.each(['keys', 'public'])('an endpoint that is %s', (visibility) => {
  const at = visibility === 'public' ? 1 : 0;
  beforeAll(async () => {
    const share = { route: 'PATCH /api/projects/:id', body: { visibility } };
    await ask(called.owner, share, called.project);
  });

  test.each(ENDPOINT_ROUTES)('$route', async (row) => {
    const { project, callers } = called;
    const seen: Record<string, number> = {};
    for (const { name, person } of callers) seen[name] = (await ask(person, row, project)).status;
    const wanted = callers.map(({ name, atEndpoint }) => [name, row.gives[atEndpoint][at]]);
    expect(seen).toEqual(Object.fromEntries(wanted));
  });
});
