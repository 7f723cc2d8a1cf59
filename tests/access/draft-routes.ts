/** How a caller stands to a draft. */
export type Role =
  | 'owner'
  /** Their session only greets until the browser shows a fresh token. */
  | 'stale'
  /** Presents the draft's token. */
  | 'token'
  /** Presents the token of another draft, or one that does not count here. */
  | 'wrongToken'
  /** Knows the id, and nothing else. */
  | 'stranger';

export const VISIBILITIES = ['private', 'unlisted', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** How a request is answered. */
export type Outcome =
  /** As the row of its route says. */
  | 'in'
  /** As for a draft that does not exist. */
  | 'unknown'
  /** 401: this token is not valid here. */
  | 'refused'
  /** 401: a token is needed. */
  | 'challenged'
  /** 401: the session needs a fresh token. */
  | 'stale'
  /** 403. */
  | 'forbidden';

/** The outcome of each role, for a private draft and for a shared one. */
type Access = Record<Role, [whenPrivate: Outcome, whenShared: Outcome]>;

const READ: Access = {
  owner: ['in', 'in'],
  stale: ['stale', 'stale'],
  token: ['in', 'in'],
  wrongToken: ['refused', 'refused'],
  stranger: ['unknown', 'in'],
};

const CHANGE: Access = { ...READ, stranger: ['unknown', 'unknown'] };

/** Who may do what: the whole of it. */
export const ACCESS = {
  read: READ,
  /** Asked for by a browser, which shows no token. */
  show: { ...READ, stale: ['stale', 'in'] },
  /** Read, and made one's own: a token is nobody who could own something. */
  copy: { ...READ, token: ['refused', 'refused'] },
  change: CHANGE,
  /** Of the owner alone. */
  own: { ...CHANGE, token: ['unknown', 'unknown'] },
  connect: { ...CHANGE, token: ['forbidden', 'forbidden'] },
  /** Says nothing else to who has a wrong token than to who has none. */
  page: { ...READ, wrongToken: ['unknown', 'unknown'], stale: ['stale', 'in'] },
  /** Reads no cookie, so that owners without the token are strangers; a client must learn what it lacks. */
  endpoint: {
    ...READ,
    owner: ['challenged', 'in'],
    stale: ['challenged', 'in'],
    stranger: ['challenged', 'in'],
  },
} satisfies Record<string, Access>;

/** A draft of the tests, with what is in it. */
export interface KnownDraft {
  id: string;
  token: string;
  secret: string;
  /** Id of a file that a message of the chat refers to. */
  file: string;
}

/** The request of a row of a table of routes; its path has the id of a thing that is `Known`. */
export interface RouteRequest<Known> {
  /** As the route table has it. */
  route: string;
  path?: (known: Known) => Record<string, string>;
  /** With its question mark. */
  query?: string;
  body?: unknown;
  headers?: Record<string, string>;
}

interface DraftRoute extends RouteRequest<KnownDraft> {
  access: keyof typeof ACCESS;
  /** The status for who gets in: what a harmless request is answered with behind the door. */
  gives: number;
  /** The draft has to be deleted before each request. */
  isOfDeleted?: true;
  /** What the owner does after each request, so that the next one finds the draft as it was. */
  after?: string;
}

/** The page of a draft, which is no route of the API. */
export const PAGE = 'GET /chat/:id';

const DRAFT = '/api/drafts/:id';
const CHAT = '/api/chats/:id';
const NO_SET = 'f'.repeat(22);
const undelete = `POST ${CHAT}/undelete`;

/** Every route with the id of a draft. */
export const DRAFT_ROUTES: DraftRoute[] = [
  { route: `GET ${DRAFT}`, access: 'read', gives: 200 },
  {
    route: `PATCH ${DRAFT}`,
    access: 'change',
    gives: 412,
    body: { environment: 'mock' },
    headers: { 'if-match': '"0"' },
  },
  {
    route: `POST ${DRAFT}/import`,
    access: 'change',
    gives: 412,
    body: { template: 'none' },
    headers: { 'if-match': '"0"' },
  },
  { route: `GET ${DRAFT}/blueprint`, access: 'read', gives: 200 },
  { route: `GET ${DRAFT}/files`, access: 'read', gives: 200 },
  { route: `GET ${DRAFT}/files.zip`, access: 'read', gives: 200 },
  {
    route: `PUT ${DRAFT}/secrets/:name`,
    access: 'change',
    gives: 200,
    path: ({ secret }) => ({ name: secret }),
    body: { value: 'a value of the secret' },
  },
  {
    route: `DELETE ${DRAFT}/secrets/:name`,
    access: 'change',
    gives: 204,
    path: ({ secret }) => ({ name: secret }),
  },
  { route: `GET ${DRAFT}/report`, access: 'read', gives: 200 },
  { route: `GET ${DRAFT}/badge.svg`, access: 'show', gives: 200 },
  {
    route: `POST ${DRAFT}/connections`,
    access: 'connect',
    // There is nothing to connect.
    gives: 404,
    body: { upstream: 'none', scheme: 'none' },
  },
  { route: `GET ${CHAT}`, access: 'read', gives: 200 },
  { route: `PATCH ${CHAT}`, access: 'own', gives: 200, body: { title: 'A title' } },
  { route: `DELETE ${CHAT}`, access: 'own', gives: 204, after: undelete },
  { route: undelete, access: 'own', gives: 204, isOfDeleted: true, after: undelete },
  { route: `GET ${CHAT}/share`, access: 'own', gives: 200 },
  { route: `GET ${CHAT}/preview`, access: 'own', gives: 200 },
  { route: `POST ${CHAT}/fork`, access: 'copy', gives: 201, body: {} },
  { route: `GET ${CHAT}/points`, access: 'own', gives: 200 },
  { route: `GET ${CHAT}/points/:n/diff`, access: 'own', gives: 200, path: () => ({ n: '1' }) },
  { route: `GET ${CHAT}/points/:n/tools`, access: 'own', gives: 200, path: () => ({ n: '1' }) },
  {
    route: `GET ${CHAT}/points/:n/files/:path{.+}`,
    access: 'own',
    gives: 200,
    path: () => ({ n: '1', 'path{.+}': 'package.json' }),
  },
  { route: `POST ${CHAT}/points/:n/restore`, access: 'own', gives: 200, path: () => ({ n: '1' }) },
  {
    route: `POST ${CHAT}/changes/:set`,
    access: 'own',
    gives: 409,
    path: () => ({ set: NO_SET }),
    body: { hash: '0'.repeat(64), approve: [] },
  },
  {
    route: `POST ${CHAT}/changes/:set/keep`,
    access: 'own',
    gives: 409,
    path: () => ({ set: NO_SET }),
    body: { item: '1' },
  },
  {
    route: `PUT ${CHAT}/attachments/:file`,
    access: 'own',
    // Without a name it did not arrive whole.
    gives: 400,
    path: ({ file }) => ({ file }),
    body: 'a file',
  },
  {
    route: `GET ${CHAT}/attachments/:file`,
    access: 'read',
    gives: 200,
    path: ({ file }) => ({ file }),
  },
  { route: `GET ${CHAT}/limits`, access: 'own', gives: 200 },
  { route: `POST ${CHAT}/turns`, access: 'own', gives: 422, body: { retry: 'none' } },
  // No turn runs.
  { route: `GET ${CHAT}/stream`, access: 'read', gives: 204 },
  { route: `POST ${CHAT}/stop`, access: 'own', gives: 204 },
  { route: `POST ${CHAT}/show`, access: 'own', gives: 422, body: { leaf: 'none' } },
  {
    route: `POST ${CHAT}/autopilot`,
    access: 'own',
    gives: 201,
    body: { goal: 'Rename echo to say_again', target: 100, maxRounds: 1 },
    after: `POST ${CHAT}/autopilot/stop`,
  },
  { route: `GET ${CHAT}/autopilot`, access: 'own', gives: 200 },
  { route: `POST ${CHAT}/autopilot/stop`, access: 'own', gives: 204 },
  {
    route: 'ALL /mcp/d/:id',
    access: 'endpoint',
    gives: 200,
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    headers: {
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2025-11-25',
    },
  },
];

/** The request of a row. */
export function toRequest<Known extends { id: string }>(
  { route, path, query = '', body, headers }: RouteRequest<Known>,
  known: Known,
): { path: string; init: RequestInit } {
  const [method = '', address = ''] = route.split(' ');
  const values = Object.entries({ id: known.id, ...path?.(known) });
  const filled = values.reduce((text, [name, value]) => text.replace(`:${name}`, value), address);
  const type = body === undefined || typeof body === 'string' ? 'text/plain' : 'application/json';
  return {
    path: filled + query,
    init: {
      method: method === 'ALL' ? 'POST' : method,
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      headers: { 'content-type': type, ...headers },
    },
  };
}
