import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser, type UserCaller } from '#app/auth/caller.server.ts';
import { toCallLogStub } from '#app/hosting/calls/call-log-stub.server.ts';
import { loadQuota } from '#app/hosting/calls/view-usage.server.ts';
import { loadPlanLimits } from '#app/hosting/quota/account-limits.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { succeed, type Result } from '#app/platform/result.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findAccount } from '#app/projects/account/find-account.server.ts';
import { countPrivateEndpoints } from '#app/projects/endpoint/private-place-store.server.ts';
import { findProjectOf } from '#app/projects/find-project.server.ts';
import { countProjects } from '#app/projects/project-index.server.ts';
import { answerProjectProblem, type ProjectProblem } from '#app/projects/project-problem.server.ts';
import { listPublished } from '#app/projects/project-store.server.ts';

import { areManyFailures, isQuotaNear, isRoomNear, NoticeList, type Notice } from './notice.ts';

const HOUR_MS = 60 * 60 * 1_000;
/** Projects that are looked at. */
const MAX_PROJECTS = 50;

/** Of one project, or of all projects of an account: the user's own one where none is named. */
const NoticeQuery = z.object({ project: z.string().optional(), account: z.string().optional() });
type NoticeQuery = z.infer<typeof NoticeQuery>;

/** Finds notices of rooms above this one, of all projects of an account or one of them. */
export type FindNotices = (app: AppContext, account: string, only?: string) => Promise<Notice[]>;

/** Notices about the projects of an account, or one of them, mounted at `/api/notices`. */
export function createNoticesApi(findMore: FindNotices) {
  return new Hono<AppEnv>().get('/', zValidator('query', NoticeQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const who = `api:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, who);
    if (refused) return refused;
    const user = await requireUser(app, c.req.raw);
    if (!user.ok) return answerAuthFailure(app, user);
    const query = c.req.valid('query');
    const account = await findNoticed(app, user.value, query);
    if (!account.ok) return answerProjectProblem(app, account);
    const [notices, more] = await Promise.all([
      listNotices(app, account.value, query.project),
      findMore(app, account.value, query.project),
    ]);
    const all = { notices: [...notices, ...more] };
    return answerJson(NoticeList, all, { headers: PRIVATE_HEADERS });
  });
}

/** The account that is asked about; a project that somebody has no role in is none of theirs, and has no notices. */
async function findNoticed(
  app: AppContext,
  user: UserCaller,
  { project, account }: NoticeQuery,
): Promise<Result<string, ProjectProblem>> {
  if (project === undefined) {
    const found = await findAccount(app, user, account, 'viewer');
    return found.ok ? succeed(found.value.account) : found;
  }
  const found = await findProjectOf(app, user, project, 'viewer');
  if (found.ok) return succeed(found.value.project.account);
  return found.reason === 'unknownProject' ? succeed(user.accountId) : found;
}

async function listNotices(app: AppContext, account: string, only?: string): Promise<Notice[]> {
  const projects = await listPublished(app.env.DB, account, MAX_PROJECTS, only);
  const [quota, rooms, ...failing] = await Promise.all([
    projects.length === 0 ? null : loadQuota(app, account),
    only === undefined ? findRooms(app, account) : [],
    ...projects.map((project) => findFailing(app, project)),
  ]);
  const near: Notice[] = [];
  if (quota !== null && isQuotaNear(quota)) {
    const { leftToday, limit, resetsAt } = quota;
    near.push({ kind: 'quota', used: limit - leftToday, limit, resetsAt });
  }
  return [...near, ...rooms, ...failing.flatMap((notice) => notice ?? [])];
}

/** Finds what an account has nearly as much of as its plan has room for, or more. */
async function findRooms(app: AppContext, account: string): Promise<Notice[]> {
  try {
    const [limits, projects, privateEndpoints] = await Promise.all([
      loadPlanLimits(app, account),
      countProjects(app.env.DB, account),
      countPrivateEndpoints(app.env.DB, account, Date.now()),
    ]);
    if (limits === null) return [];
    return [
      { kind: 'room' as const, limit: 'projects' as const, used: projects, max: limits.projects },
      {
        kind: 'room' as const,
        limit: 'privateEndpoints' as const,
        used: privateEndpoints,
        max: limits.privateEndpoints,
      },
    ].filter(isRoomNear);
  } catch (error) {
    app.log.warn('notices.uncounted', { account, error });
    return [];
  }
}

/** Of a project that cannot be asked, nothing is told. */
async function findFailing(
  app: AppContext,
  { id, title }: { id: string; title: string },
): Promise<Notice | null> {
  try {
    const counts = await toCallLogStub(app.env, id).countCallsSince(Date.now() - HOUR_MS);
    return areManyFailures(counts) ? { kind: 'failing', project: id, title, ...counts } : null;
  } catch (error) {
    app.log.warn('notices.unread', { project: id, error });
    return null;
  }
}
