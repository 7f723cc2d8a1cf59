import { env } from 'cloudflare:workers';
import { beforeAll, expect, test } from 'vitest';

import { toRequest, type RouteRequest } from '../access/draft-routes.ts';
import {
  MANAGEMENT_ROUTES,
  type KeyRole,
  type ManagedProject,
  type ManagementRoute,
} from '../access/management-routes.ts';
import { ProjectOwner } from '../projects/project-owner.workerd.ts';
import { KeyHolder, sendAs } from './key-holder.workerd.ts';

/** Somebody who sends a request, by the header that they send. */
interface KeyedCaller {
  name: string;
  authorization: string | null;
  role: KeyRole;
  headers?: Record<string, string>;
}

let project: ManagedProject;
let callers: KeyedCaller[];

beforeAll(async () => {
  const [owner, other] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const draft = await owner.draft();
  const { id } = await owner.saveProject(draft);
  const { id: another } = await owner.saveProject(draft);
  project = { id, secret: draft.secrets[0]?.name ?? '' };
  const revoked = await KeyHolder.of(owner);
  await owner.send('DELETE', `/api/keys/${revoked.id}`);
  const expired = await KeyHolder.of(owner);
  const expire = env.DB.prepare('update api_keys set expires_at = 1 where id = ?');
  await expire.bind(expired.id).run();
  const idToken = await owner.browser.signIn({ sub: owner.uid });
  const manager = await KeyHolder.of(owner);
  const as = (name: string, role: KeyRole, token: string | null): KeyedCaller => ({
    name,
    role,
    authorization: token === null ? null : `Bearer ${token}`,
  });
  callers = [
    as('a key of another account', 'elsewhere', (await KeyHolder.of(other)).token),
    as(
      'a key for another project of the account',
      'elsewhere',
      (await KeyHolder.of(owner, { projects: [another] })).token,
    ),
    as(
      'a key that may call only',
      'callsOnly',
      (await KeyHolder.of(owner, { mayManage: false })).token,
    ),
    as('a revoked key', 'refused', revoked.token),
    as('an expired key', 'refused', expired.token),
    as('a key that somebody made up', 'refused', manager.token.replace(/.{4}$/, 'AAAA')),
    as('the token of a draft', 'refused', draft.token),
    as('an ID token', 'refused', idToken),
    { ...as('cookies', 'refused', null), headers: { cookie: owner.browser.cookieHeader } },
    as('nothing', 'refused', null),
    { ...as('another scheme', 'refused', null), authorization: `Basic ${manager.token}` },
    as('a key for this project', 'manages', (await KeyHolder.of(owner, { projects: [id] })).token),
    as('a key for all projects', 'manages', manager.token),
  ];
});

/** The status for a caller. */
function wantedOf({ role }: KeyedCaller, row: ManagementRoute): number {
  if (role === 'refused') return 401;
  if (role === 'callsOnly') return 403;
  return role === 'manages' ? row.gives : (row.givesElsewhere ?? 404);
}

function ask(caller: KeyedCaller, row: RouteRequest<ManagedProject>): Promise<Response> {
  const { path, init } = toRequest(row, project);
  const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined;
  const { method = 'GET' } = init;
  return sendAs(caller.authorization, method, path.slice('/api/v1'.length), body, caller.headers);
}

test.each(MANAGEMENT_ROUTES)('$route', async (row) => {
  const manager = callers.find(({ role }) => role === 'manages');
  const seen: Record<string, number> = {};
  for (const caller of callers) {
    const answer = await ask(caller, row);
    seen[caller.name] = answer.status;
    await answer.body?.cancel();
    if (row.after && manager) await ask(manager, row.after);
  }
  const wanted = callers.map((caller) => [caller.name, wantedOf(caller, row)]);
  expect(seen).toEqual(Object.fromEntries(wanted));
});

test('the key of an editor changes a project, and neither deletes it nor changes its address', async () => {
  const [owner, member] = [await ProjectOwner.signIn(), await ProjectOwner.signIn()];
  const { id, slug } = await owner.saveProject(await owner.draft());
  const join = env.DB.prepare("insert into members values (?, ?, 'editor', 0)");
  await join.bind(owner.account, member.uid).run();
  const key = await KeyHolder.of(owner);
  const give = env.DB.prepare('update api_keys set created_by = ? where id = ?');
  await give.bind(member.uid, key.id).run();
  const path = `/projects/${id}`;
  const statusOf = async (method: string, body?: object) =>
    (await key.send(method, path, body)).status;
  expect(await statusOf('PATCH', { title: 'Renamed' })).toBe(200);
  expect(await statusOf('PATCH', { slug: `${slug}-2` })).toBe(403);
  expect(await statusOf('DELETE')).toBe(403);
  await env.DB.prepare("update members set role = 'owner' where uid = ? and account_id = ?")
    .bind(member.uid, owner.account)
    .run();
  expect(await statusOf('PATCH', { slug: `${slug}-2` })).toBe(200);
  expect(await statusOf('DELETE')).toBe(204);
});
