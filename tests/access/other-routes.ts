/** Somebody who has nothing to do with a draft. */
export const CALLERS = ['session', 'idToken', 'guest', 'draftToken', 'nobody'] as const;
export type Caller = (typeof CALLERS)[number];

interface OtherRoute {
  /** As the route table has it. */
  route: string;
  /** Its path with values, where it has parameters. */
  path?: string;
  body?: unknown;
  /** The status for each caller. */
  gives: Record<Caller, number>;
}

const toAll = (status: number): OtherRoute['gives'] => ({
  session: status,
  idToken: status,
  guest: status,
  draftToken: status,
  nobody: status,
});

/** Needs somebody; the token of a draft is nobody. */
const toUsers = (status: number): OtherRoute['gives'] => ({
  ...toAll(401),
  session: status,
  idToken: status,
});

/** Needs the ID token itself: a cookie does not do. */
const toTokens = (status: number): OtherRoute['gives'] => ({ ...toAll(401), idToken: status });

/** Looks at who asks, whoever that is; a token that does not count here is refused. */
const toPeople = (status: number): OtherRoute['gives'] => ({ ...toAll(status), draftToken: 401 });

/** Serves pages of ours, who are asked for a target first. */
const TO_PAGES: OtherRoute['gives'] = { ...toAll(403), session: 400, guest: 400 };

const CONNECTION = {
  kind: 'openai-compatible',
  baseUrl: 'https://api.openai.com/v1',
  model: 'm',
  value: 'sk-of-nobody',
};
const { baseUrl: _, kind: _kind, ...KEY } = CONNECTION;

const TESTED_SERVER = {
  name: 'Weather',
  url: 'https://api.example.com/mcp',
  transport: 'http',
  era: 'auto',
  route: 'auto',
  headerNames: [],
  auth: { kind: 'none' },
  timeoutMs: 60_000,
  maxTimeoutMs: 60_000,
};

const BUILDER_RESOURCE = '/.well-known/oauth-protected-resource/mcp';
const AUTHORITY = '/.well-known/oauth-authorization-server';

/** Changes that operators make. */
export const OPERATORS_ROUTES: Omit<OtherRoute, 'gives'>[] = [
  {
    route: 'PUT /api/admin/users/:uid/suspension',
    path: '/api/admin/users/of-nobody/suspension',
    body: { reason: 'A reason.' },
  },
  {
    route: 'DELETE /api/admin/users/:uid/suspension',
    path: '/api/admin/users/of-nobody/suspension',
  },
  { route: 'DELETE /api/admin/users/:uid', path: '/api/admin/users/of-nobody' },
  {
    route: 'PUT /api/admin/notice',
    body: { text: 'Maintenance', startsAt: null, endsAt: 4_102_444_800_000 },
  },
  { route: 'DELETE /api/admin/notice' },
  {
    route: 'PUT /api/admin/switches/:name',
    path: '/api/admin/switches/publishing',
    body: { isOn: true },
  },
  {
    route: 'PUT /api/admin/chats/:chat/hiding',
    path: '/api/admin/chats/none/hiding',
    body: { reason: 'A reason.' },
  },
  { route: 'DELETE /api/admin/chats/:chat/hiding', path: '/api/admin/chats/none/hiding' },
  { route: 'DELETE /api/admin/chats/:chat/reports', path: '/api/admin/chats/none/reports' },
];

/** Every route without the id of a draft. */
export const OTHER_ROUTES: OtherRoute[] = [
  { route: 'GET /api/health', gives: toAll(200) },
  // There is nothing for who is no operator; what operators may do is in tests/admin.
  ...OPERATORS_ROUTES.map((route) => ({ ...route, gives: toAll(404) })),
  ...['/robots.txt', '/sitemap.xml', '/llms.txt'].map((path) => ({
    route: `GET ${path}`,
    gives: toAll(200),
  })),
  // Keys alone count there: tests/builder-endpoint.
  {
    route: 'ALL /mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    gives: toAll(401),
  },
  { route: `GET ${BUILDER_RESOURCE}`, gives: toAll(200) },
  { route: `OPTIONS ${BUILDER_RESOURCE}`, gives: toAll(200) },
  { route: 'POST /api/session', gives: toTokens(204) },
  { route: 'DELETE /api/session', gives: toAll(204) },
  { route: 'GET /api/passwords/:prefix', path: '/api/passwords/ABCDE', gives: toAll(200) },
  { route: 'GET /api/sessions', gives: toUsers(200) },
  // Somebody else's.
  { route: 'DELETE /api/sessions/:id', gives: toUsers(404) },
  { route: 'DELETE /api/sessions', gives: toUsers(204) },
  { route: 'DELETE /api/account', gives: toTokens(204) },
  { route: 'GET /api/account/export', gives: toUsers(200) },
  { route: 'POST /api/account/export', gives: toUsers(204) },
  { route: 'POST /api/drafts', body: { template: 'weather' }, gives: toPeople(201) },
  { route: 'POST /api/chats', body: {}, gives: toPeople(201) },
  { route: 'GET /api/chats', gives: toPeople(200) },
  {
    route: 'POST /api/models/offered',
    body: { kind: CONNECTION.kind, baseUrl: CONNECTION.baseUrl, value: CONNECTION.value },
    gives: toAll(200),
  },
  { route: 'POST /api/models/try', body: CONNECTION, gives: toAll(200) },
  {
    route: 'POST /api/models/tab',
    body: CONNECTION,
    gives: { session: 409, idToken: 409, guest: 200, draftToken: 401, nobody: 200 },
  },
  { route: 'GET /api/models', gives: toAll(200) },
  { route: 'GET /api/models/keys', gives: toUsers(200) },
  {
    route: 'PUT /api/models/keys/:kind',
    path: '/api/models/keys/openai-compatible',
    body: { ...KEY, baseUrl: CONNECTION.baseUrl },
    gives: toUsers(200),
  },
  {
    route: 'POST /api/models/keys/:kind/test',
    path: '/api/models/keys/openai-compatible/test',
    // A key that no provider knows.
    body: { ...KEY, baseUrl: CONNECTION.baseUrl },
    gives: toUsers(502),
  },
  {
    route: 'DELETE /api/models/keys/:kind',
    path: '/api/models/keys/openai-compatible',
    gives: toUsers(204),
  },
  { route: 'GET /api/sandbox', gives: toAll(200) },
  { route: 'GET /api/relay', gives: TO_PAGES },
  { route: 'POST /api/relay', gives: TO_PAGES },
  { route: 'DELETE /api/relay', gives: TO_PAGES },
  { route: 'GET /api/projects', gives: toUsers(200) },
  {
    route: 'POST /api/projects/begin',
    path: '/api/projects/begin?from=blank&title=Blank',
    gives: toUsers(201),
  },
  { route: 'GET /api/credentials', gives: toUsers(200) },
  // No such server.
  { route: 'GET /api/credentials/:slug', path: '/api/credentials/of-nobody', gives: toUsers(404) },
  {
    route: 'POST /api/credentials/:slug/connections',
    path: '/api/credentials/of-nobody/connections',
    body: { upstream: 'api', scheme: 'login' },
    gives: toUsers(404),
  },
  {
    route: 'PUT /api/credentials/:slug/:name',
    path: '/api/credentials/of-nobody/KEY',
    body: { value: 'a value' },
    gives: toUsers(404),
  },
  {
    route: 'DELETE /api/credentials/:slug/:name',
    path: '/api/credentials/of-nobody/KEY',
    gives: toUsers(404),
  },
  { route: 'GET /api/keys', gives: toUsers(200) },
  { route: 'GET /api/notices', gives: toUsers(200) },
  { route: 'GET /api/usage', gives: toUsers(200) },
  { route: 'GET /api/teams', gives: toUsers(200) },
  // Public repositories are open to everybody; this is no address of one.
  {
    route: 'POST /api/github/imports',
    body: { address: 'weather' },
    gives: { ...toAll(422), draftToken: 401 },
  },
  // Everybody has the free plan.
  { route: 'POST /api/teams', body: { name: 'Team' }, gives: toUsers(403) },
  // No team of theirs; roles are in tests/teams.
  { route: 'GET /api/teams/:team', path: '/api/teams/none', gives: toUsers(404) },
  {
    route: 'PATCH /api/teams/:team',
    path: '/api/teams/none',
    body: { name: 'Team' },
    gives: toUsers(404),
  },
  {
    route: 'DELETE /api/teams/:team',
    path: '/api/teams/none',
    body: { confirm: 'Team' },
    gives: toUsers(404),
  },
  { route: 'POST /api/teams/:team/payer', path: '/api/teams/none/payer', gives: toUsers(404) },
  {
    route: 'PATCH /api/teams/:team/members/:uid',
    path: '/api/teams/none/members/of-nobody',
    body: { role: 'owner' },
    gives: toUsers(404),
  },
  {
    route: 'DELETE /api/teams/:team/members/:uid',
    path: '/api/teams/none/members/of-nobody',
    gives: toUsers(404),
  },
  {
    route: 'POST /api/teams/:team/invitations',
    path: '/api/teams/none/invitations',
    body: { email: 'a@example.org', role: 'viewer' },
    gives: toUsers(404),
  },
  {
    route: 'DELETE /api/teams/:team/invitations/:invitation',
    path: '/api/teams/none/invitations/none',
    gives: toUsers(404),
  },
  // Says nothing about who asks; the token is none.
  { route: 'POST /api/invitations/view', body: { token: 'none' }, gives: toAll(404) },
  { route: 'POST /api/invitations/accept', body: { token: 'none' }, gives: toAll(404) },
  { route: 'GET /api/tester/servers', gives: toUsers(200) },
  {
    route: 'PUT /api/tester/servers/:id',
    path: '/api/tester/servers/00000000-0000-4000-8000-000000000000',
    body: TESTED_SERVER,
    gives: toUsers(200),
  },
  // Saved by somebody else, or by nobody.
  {
    route: 'DELETE /api/tester/servers/:id',
    path: '/api/tester/servers/00000000-0000-4000-8000-000000000001',
    gives: toUsers(404),
  },
  { route: 'GET /showcase/:id/share.png', path: '/showcase/weather/share.png', gives: toAll(200) },
  // No such chat; tests/showcase has those that there are.
  {
    route: 'POST /api/showcase/:id/reports',
    body: { reason: 'spam' },
    gives: toAll(404),
  },
  // Holds nothing.
  { route: 'POST /api/tester/reports', body: {}, gives: toAll(422) },
  // A report that nobody has shared.
  { route: 'GET /api/tester/reports/:id', path: '/api/tester/reports/none', gives: toPeople(404) },
  {
    route: 'DELETE /api/tester/reports/:id',
    path: '/api/tester/reports/none',
    gives: toPeople(404),
  },
  // Describes the API, and nothing of anybody.
  { route: 'GET /api/v1/openapi.json', gives: toAll(200) },
  { route: 'GET /api/oauth/apps', gives: toUsers(200) },
  // Somebody else's.
  { route: 'DELETE /api/oauth/apps/:id', gives: toUsers(404) },
  {
    route: 'POST /api/oauth/consent',
    // No such server.
    body: { slug: 'of-nobody', handle: 'h', scopes: [] },
    gives: toUsers(404),
  },
  { route: `OPTIONS ${AUTHORITY}`, gives: toAll(200) },
  { route: `GET ${AUTHORITY}`, gives: toAll(200) },
  { route: 'OPTIONS /oauth/token', gives: toAll(204) },
  // Names no endpoint.
  { route: 'POST /oauth/token', body: {}, gives: toAll(400) },
  { route: 'OPTIONS /oauth/register', gives: toAll(204) },
  // Says nothing of the client.
  { route: 'POST /oauth/register', body: {}, gives: toAll(400) },
  { route: 'GET /connect/callback', gives: toAll(303) },
  // GitHub is not set up there.
  { route: 'GET /auth/callback', gives: toAll(303) },
  { route: 'GET /api/github', gives: toUsers(200) },
  { route: 'GET /api/github/projects', gives: toUsers(200) },
  {
    route: 'POST /api/github/connection',
    body: { returnTo: '/github' },
    gives: toUsers(501),
  },
  { route: 'DELETE /api/github/connection', gives: toUsers(200) },
  { route: 'GET /client/oauth-client.json', gives: toAll(200) },
  { route: 'GET /client/callback', gives: toAll(200) },
  // Analytics are not set up.
  { route: 'POST /ingest/e/', body: {}, gives: toAll(404) },
  { route: 'POST /ingest/i/v0/e/', body: {}, gives: toAll(404) },
  { route: 'GET /stripe/subscription/status', gives: toTokens(200) },
  // Stripe is not set up there; who asks is looked at first, except for the webhook, which has a signature.
  { route: 'POST /stripe/webhook', body: {}, gives: toAll(501) },
  // Neither is GitHub.
  { route: 'POST /github/webhook', body: {}, gives: toAll(501) },
  { route: 'GET /api/billing/prices', gives: toAll(200) },
  { route: 'GET /api/billing/subscription', gives: toUsers(200) },
  { route: 'GET /api/billing/invoices', gives: toUsers(200) },
  {
    route: 'POST /api/billing/checkout',
    body: { tier: 'pro', interval: 'month' },
    gives: toUsers(501),
  },
  { route: 'POST /api/billing/portal', body: {}, gives: toUsers(501) },
  { route: 'POST /api/billing/sync', gives: toUsers(501) },
  {
    route: 'POST /api/billing/change',
    body: { tier: 'pro', interval: 'month' },
    gives: toUsers(501),
  },
  { route: 'POST /api/billing/cancel', gives: toUsers(501) },
  { route: 'POST /api/billing/resume', gives: toUsers(501) },
  // GitHub is not set up there either; who asks is looked at first.
  { route: 'GET /api/github/repositories', gives: toUsers(501) },
  { route: 'GET /api/github/repositories/owners', gives: toUsers(501) },
  {
    route: 'GET /api/github/repositories/availability',
    path: '/api/github/repositories/availability?owner=octo-dev&name=weather',
    gives: toUsers(501),
  },
  {
    route: 'POST /api/github/repositories',
    body: {
      owner: 'octo-dev',
      name: 'weather',
      description: '',
      isPrivate: true,
      license: null,
      defaultBranch: 'main',
    },
    gives: toUsers(501),
  },
  // Everybody has the free plan.
  { route: 'GET /api/tier/limits/:tier', path: '/api/tier/limits/pro', gives: toPeople(403) },
  {
    route: 'POST /api/tester/steps',
    // No such model.
    body: { model: 'none', instructions: '', messages: [{ role: 'user', text: 'Hi' }], tools: [] },
    gives: toPeople(422),
  },
  {
    route: 'POST /mockstatelesschat',
    body: { messages: [{ id: 'm', role: 'user', parts: [{ type: 'text', text: 'hello' }] }] },
    gives: toAll(200),
  },
];
