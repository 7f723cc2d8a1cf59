import { Hono } from 'hono';

import { sweepOperations } from '#app/admin/sweep-operations.server.ts';
import { sweepIdentity } from '#app/auth/sweep-identity.server.ts';
import { reconcileBilling } from '#app/billing/stripe/reconcile-billing.server.ts';
import { toDay } from '#app/chat/turns/turn-budget.ts';
import { sweepTurns } from '#app/chat/turns/turn-store.server.ts';
import { sweepDrafts } from '#app/drafts/sweep-drafts.server.ts';
import { sweepGithub } from '#app/github/sweep-github.server.ts';
import { sweepMerges } from '#app/github/webhook/sweep-merges.server.ts';
import { sweepCallParts } from '#app/hosting/calls/archive/sweep-call-parts.server.ts';
import { readCalledSlug } from '#app/hosting/endpoint/read-called-slug.ts';
import { answerCall } from '#app/hosting/project-gateway.server.ts';
import { answerError } from '#app/platform/failures/answer-error.ts';
import {
  createTrace,
  type AppContext,
  type AppEnv,
  type Trace,
} from '#app/platform/app-context.ts';
import { requireConfig } from '#app/platform/config.ts';
import { limitBindings, SWEEP_LIMITS } from '#app/platform/stores/limit-database.server.ts';
import { answerOpened, openRequest } from '#app/platform/open-request.ts';
import { sweepProjects } from '#app/projects/sweep-projects.server.ts';
import { sweepChatReports } from '#app/showcase/reports/chat-report-store.server.ts';
import { sweepCheckReports } from '#app/tester/checks/report/report-store.server.ts';
import { answerSandbox } from '#app/tester/apps/answer-sandbox.server.ts';

import { api } from './api.ts';
import { accountLifecycle } from './account-lifecycle.ts';
import { renderPage } from './pages.ts';

export { ConnectionObject } from '#app/drafts/connections/connection-object.server.ts';
export { DraftObject } from './draft-object.ts';
export { ProjectObject } from './project-object.ts';
export { QuotaObject } from '#app/hosting/quota/quota-object.server.ts';
export { SessionObject } from '#app/hosting/session-object.server.ts';

const app = new Hono<AppEnv>();

app.onError((error, c) => answerError(c.get('app') ?? createTrace(), c.req.raw, error));
app.use(openRequest);
app.route('/', api);
app.all('*', (c) => renderPage(c.req.raw, c.var.app));

/** The origin of MCP Apps serves their page alone. */
function answer(request: Request, env: Env, executionCtx: ExecutionContext) {
  return answerSandbox(request, env) ?? answerSite(request, env, executionCtx);
}

/** Calls of endpoints are most of all requests, and need no table of routes. */
function answerSite(request: Request, env: Env, executionCtx: ExecutionContext) {
  const slug = readCalledSlug(request);
  if (slug === null) return app.fetch(request, env, executionCtx);
  const waitUntil = (work: Promise<unknown>) => executionCtx.waitUntil(work);
  return answerOpened(request, { env, waitUntil }, async (opened) => {
    try {
      return await answerCall(opened, request, slug);
    } catch (error) {
      return answerError(opened, request, error);
    }
  });
}

/** The context of work that no request asked for. A version that it checks is asked in this isolate, at any origin. */
function toSweepApp(trace: Trace, env: Env, late: Promise<unknown>[]): AppContext {
  const waitUntil = (work: Promise<unknown>) => void late.push(work);
  const origin = 'https://scheduled.invalid';
  return { ...trace, nonce: '', env, config: requireConfig(env), origin, waitUntil };
}

export default {
  fetch: answer,
  async scheduled(controller, bindings) {
    const trace = createTrace();
    const { log } = trace;
    const env = limitBindings(bindings, SWEEP_LIMITS);
    const now = controller.scheduledTime;
    const late: Promise<unknown>[] = [];
    const jobs = {
      drafts: sweepDrafts(env, now),
      identity: sweepIdentity(env, accountLifecycle, now),
      turns: sweepTurns(env.DB, toDay(now).day),
      projects: sweepProjects(env, now),
      calls: sweepCallParts(env, now),
      reports: sweepCheckReports(env.DB, now),
      billing: reconcileBilling({ env, log }, now),
      github: sweepGithub(toSweepApp(trace, env, late), now),
      merges: sweepMerges(toSweepApp(trace, env, late), now),
      chatReports: sweepChatReports(env.DB, now),
      operations: sweepOperations(env, now),
    };
    // A failure of one of them must not keep the others from their work.
    const swept = await Promise.allSettled(Object.values(jobs));
    await Promise.allSettled(late);
    const ended = Object.keys(jobs).map((name, index) => [name, swept[index]] as const);
    log.info('sweep.ended', Object.fromEntries(ended));
    const failed = swept.find(({ status }) => status === 'rejected');
    if (failed) throw new Error('The sweep failed in part; its line in the log says where.');
  },
} satisfies ExportedHandler<Env>;
