import type { RouteRequest } from './draft-routes.ts';

/** A published project of the tests, with what belongs to it. */
export interface KnownProject {
  id: string;
  slug: string;
  /** The draft that it was saved from, as it is. */
  draft: { id: string; revision: number };
  secret: string;
  /** A saved test. */
  test: string;
  /** A key of the account that nothing was done with. */
  key: string;
}

/** How a caller stands to a project. */
export type ProjectRole =
  /** Has it in their account. */
  | 'owner'
  /** Their session only greets until the browser shows a fresh token. */
  | 'stale'
  /** Is signed in, and has nothing to do with it. */
  | 'otherUser'
  /** Is nobody who could have a project: a guest, the token of the draft, an API key of the owner. */
  | 'nobody';

interface ProjectRoute extends RouteRequest<KnownProject> {
  /** The status for the owner. */
  gives: number;
  /** The status for another user; absent: 404, as for what does not exist. */
  givesOthers?: number;
  /** The role that a member of its team needs; absent: editor. */
  needs?: 'viewer' | 'owner';
  /** It is about a draft, which its owner's team has no part in. */
  isOfDraft?: true;
  toBody?: (known: KnownProject) => unknown;
  /** The project has to be deleted before each request. */
  isOfDeleted?: true;
  /** What the owner does after each request, so that the next one finds the project as it was. */
  after?: RouteRequest<KnownProject>;
}

/** A test that can be saved. */
export const SAVED_TEST = {
  name: 'Answers',
  tool: 'echo',
  upstream: 'any',
  arguments: {},
  expect: { outcome: 'success', checks: [] },
};

const PROJECT = '/api/projects/:id';
const VERSION = `${PROJECT}/versions/:number`;
const number = () => ({ number: '1' });
const secret = (known: KnownProject) => ({ environment: 'live', name: known.secret });
const test = (known: KnownProject) => ({ test: known.test });
const confirm = ({ slug }: KnownProject) => ({ confirm: slug });
const publish = { route: `POST ${PROJECT}/publication`, body: { version: 1 } };
const undelete = { route: `POST ${PROJECT}/undelete` };

/** Deletes the project, whatever it serves. */
export const DELETE_PROJECT = { route: `DELETE ${PROJECT}`, toBody: confirm };

/** Every route of the API with the id of a project, of something that becomes one, or of a key. */
export const PROJECT_ROUTES: ProjectRoute[] = [
  {
    route: 'POST /api/projects',
    gives: 201,
    toBody: ({ draft: { id, revision } }) => ({ draft: id, revision, title: 'Another' }),
  },
  { route: `GET ${PROJECT}`, needs: 'viewer', gives: 200 },
  { route: `PATCH ${PROJECT}`, gives: 200, body: { title: 'A title' } },
  { ...DELETE_PROJECT, needs: 'owner', gives: 204, after: undelete },
  { ...undelete, needs: 'owner', gives: 204, isOfDeleted: true, after: undelete },
  // Nobody's account.
  { route: `POST ${PROJECT}/move`, needs: 'owner', gives: 404, body: { account: 'none' } },
  { route: `GET ${PROJECT}/versions`, needs: 'viewer', gives: 200 },
  {
    route: `POST ${PROJECT}/versions`,
    isOfDraft: true,
    // The latest one has this content already.
    gives: 200,
    toBody: ({ draft: { id, revision } }) => ({ draft: id, revision, base: 1 }),
  },
  { route: `GET ${VERSION}`, needs: 'viewer', gives: 200, path: number },
  { route: `GET ${VERSION}/blueprint`, needs: 'viewer', gives: 200, path: number },
  { route: `GET ${VERSION}/report`, needs: 'viewer', gives: 200, path: number },
  { route: `GET ${VERSION}/files`, needs: 'viewer', gives: 200, path: number },
  { route: `GET ${VERSION}/files.zip`, needs: 'viewer', gives: 200, path: number },
  { route: `GET ${VERSION}/diff`, needs: 'viewer', gives: 200, path: number, query: '?from=1' },
  {
    route: `POST ${VERSION}/merge`,
    isOfDraft: true,
    // The draft is of this version.
    gives: 409,
    path: number,
    toBody: ({ draft: { id, revision } }) => ({ draft: id, revision }),
  },
  { route: `POST ${VERSION}/draft`, gives: 201, path: number },
  { route: `GET ${PROJECT}/endpoint`, needs: 'viewer', gives: 200 },
  { ...publish, gives: 200 },
  { route: `DELETE ${PROJECT}/publication`, gives: 200, after: publish },
  { route: `GET ${PROJECT}/secrets`, gives: 200, query: '?environment=live' },
  {
    route: `PUT ${PROJECT}/secrets/:environment/:name`,
    gives: 200,
    path: secret,
    body: { value: 'a value of the secret' },
  },
  { route: `POST ${PROJECT}/secrets/:environment/:name/test`, gives: 200, path: secret },
  { route: `DELETE ${PROJECT}/secrets/:environment/:name`, gives: 204, path: secret },
  { route: `GET ${PROJECT}/github`, needs: 'viewer', gives: 200 },
  // It is linked to no repository.
  { route: `GET ${PROJECT}/github/status`, needs: 'viewer', gives: 409 },
  { route: `PATCH ${PROJECT}/github/settings`, gives: 409, body: { publishesOnMerge: true } },
  // There is no GitHub in these tests.
  { route: `PUT ${PROJECT}/github`, gives: 501, body: { owner: 'octo-dev', name: 'server' } },
  { route: `POST ${PROJECT}/github/pushes`, gives: 409, body: { version: 1 } },
  { route: `POST ${PROJECT}/github/pull`, gives: 409, body: {} },
  { route: `DELETE ${PROJECT}/github`, gives: 204 },
  { route: `GET ${PROJECT}/tests`, needs: 'viewer', gives: 200 },
  { route: `POST ${PROJECT}/tests`, gives: 201, body: SAVED_TEST },
  { route: `PUT ${PROJECT}/tests/:test`, gives: 200, path: test, body: SAVED_TEST },
  {
    route: `POST ${PROJECT}/test-runs`,
    gives: 200,
    toBody: ({ test: id }) => ({ target: { version: 1 }, environment: 'mock', tests: [id] }),
  },
  // The id of another test, so that this one stays.
  { route: `DELETE ${PROJECT}/tests/:test`, gives: 204, path: () => ({ test: 'gone' }) },
  { route: `GET ${PROJECT}/calls`, needs: 'viewer', gives: 200 },
  { route: `GET ${PROJECT}/calls/download`, needs: 'viewer', gives: 200, query: '?format=csv' },
  { route: `GET ${PROJECT}/usage`, needs: 'viewer', gives: 200 },
  { route: `GET ${PROJECT}/failures`, needs: 'viewer', gives: 200 },
  // Nothing has failed yet, so that its owner is told so, too.
  { route: `POST ${PROJECT}/failures/:group/draft`, gives: 404, path: () => ({ group: 'none' }) },
  { route: `GET ${PROJECT}/log`, needs: 'viewer', gives: 200 },
  { route: `PATCH ${PROJECT}/log`, gives: 200, body: { keepsArguments: false } },
  {
    route: 'POST /api/keys',
    gives: 201,
    // A project that is not theirs.
    givesOthers: 422,
    toBody: ({ id }) => ({ name: 'Chosen', projects: [id] }),
  },
  {
    route: 'POST /api/keys/:id/rotate',
    gives: 201,
    path: ({ key }) => ({ id: key }),
    body: { overlapHours: 24 },
  },
  { route: 'DELETE /api/keys/:id', gives: 204, path: ({ key }) => ({ id: key }) },
];

/** How a caller of an endpoint stands to its account; cookies and ID tokens count for nothing there. */
export type EndpointRole = 'key' | 'wrongToken' | 'visitor';

interface EndpointRoute extends RouteRequest<KnownProject> {
  /** The status for each caller, of an endpoint that needs a key, and of a public one. */
  gives: Record<EndpointRole, [withKeys: number, open: number]>;
}

/** Every route with the name of an endpoint. */
export const ENDPOINT_ROUTES: EndpointRoute[] = [
  {
    route: 'ALL /mcp/:slug',
    path: ({ slug }) => ({ slug }),
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
    gives: { key: [200, 200], wrongToken: [401, 401], visitor: [401, 200] },
  },
  {
    route: 'GET /mcp/:slug/health',
    path: ({ slug }) => ({ slug }),
    gives: { key: [200, 200], wrongToken: [200, 200], visitor: [200, 200] },
  },
  // Tells where to sign in, whoever asks.
  ...['OPTIONS', 'GET'].map((method) => ({
    route: `${method} /.well-known/oauth-protected-resource/mcp/:slug`,
    path: ({ slug }: KnownProject) => ({ slug }),
    gives: {
      key: [200, 200],
      wrongToken: [200, 200],
      visitor: [200, 200],
    } satisfies EndpointRoute['gives'],
  })),
];
