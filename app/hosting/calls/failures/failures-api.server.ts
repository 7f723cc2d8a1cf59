import { Hono } from 'hono';

import { answerProblem } from '#app/drafts/answer-draft.server.ts';
import { loadBlueprint } from '#app/drafts/store.server.ts';
import { toCallLogStub } from '#app/hosting/calls/call-log-stub.server.ts';
import { withinPlan } from '#app/hosting/calls/view-calls.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { continueVersion } from '#app/projects/continue-version.server.ts';
import { toEndpointStub } from '#app/projects/endpoint/endpoint-stub.server.ts';
import type { EndpointView } from '#app/projects/endpoint/endpoint.ts';
import { findOwnProject, findOwnVersion } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';
import { listFixes } from '#app/projects/version-store.server.ts';

import { describeFixChat } from './describe-fix-chat.ts';
import { FailureList, FixChat, sortFailures, viewFailure } from './failure-view.ts';

/** Groups of failed calls of a project's endpoint; part of `/api/projects`. */
export const failuresApi = new Hono<AppEnv>()
  .get('/:id/failures', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const { id } = found.value.project;
    const [groups, fixes, endpoint] = await Promise.all([
      toCallLogStub(app.env, id).listFailures(),
      listFixes(app.env.DB, id),
      toEndpointStub(app.env, id).readEndpoint(),
    ]);
    const known = { published: highestServed(endpoint), now: Date.now() };
    const failures = groups.map((group) =>
      viewFailure(group, { ...known, fixedIn: fixes.get(group.id) ?? null }),
    );
    const list = { failures: sortFailures(failures) };
    return answerJson(FailureList, list, { headers: PRIVATE_HEADERS });
  })
  .post('/:id/failures/:group/draft', async (c) => {
    const { app } = c.var;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, addressKey(c.req.raw));
    if (refused) return refused;
    const { id, group: name } = c.req.param();
    const project = await findOwnProject(app, c.req.raw, id);
    if (!project.ok) return answerProjectProblem(app, project);
    const { keptFrom: since } = await withinPlan(app, project.value.project, {});
    const log = toCallLogStub(app.env, project.value.project.id);
    const evidence = await log.findFailure(name, since);
    if (evidence === null) {
      const detail = 'The log has no such group of calls any more.';
      return problem(app, { status: 404, detail });
    }
    // The latest version: what is saved on another one would have to be merged by hand.
    const latest = String(project.value.project.latest);
    const found = await findOwnVersion(app, c.req.raw, id, latest, 'editor');
    if (!found.ok) return answerProjectProblem(app, found);
    const continued = await continueVersion(app, found.value, evidence.group.id);
    if (!continued.ok) return answerProblem(app, continued);
    const blueprint = await loadBlueprint(app.env, found.value.version);
    const chat = { id: continued.value, message: describeFixChat(evidence, blueprint) };
    const headers = { location: `/api/chats/${continued.value}` };
    return answerJson(FixChat, chat, { status: 201, headers });
  });

/** The highest version that is served, be it to a share of the callers only; null: none is. */
function highestServed({ published, rollout }: EndpointView): number | null {
  if (published === null) return null;
  return Math.max(published.version, rollout?.version ?? 0);
}
