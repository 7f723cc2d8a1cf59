import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { beginProjectApi } from './begin-project-api.server.ts';
import { changeProject, closeProject, reopenProject } from './change-project.server.ts';
import { endpointApi } from './endpoint/endpoint-api.server.ts';
import { findAnyProject, findOwnProject } from './find-project.server.ts';
import { mergeApi } from './merge-api.server.ts';
import { moveProject } from './account/move-project.server.ts';
import { Deletion, NewProject, ProjectChange, ProjectMove } from './project-change.ts';
import { answerProjectProblem } from './project-problem.server.ts';
import { AccountProjectQuery } from './project-query.ts';
import { ProjectPage, ProjectView } from './project.ts';
import { saveProject } from './save-project.server.ts';
import { testsApi } from './tests/tests-api.server.ts';
import { versionsApi } from './versions-api.server.ts';
import { toProjectView, viewProjects } from './view-project.server.ts';

const MAX_BODY_BYTES = 65_536;

/** Projects over HTTP, mounted at `/api/projects`. */
export const projectsApi = new Hono<AppEnv>()
  .use(limitCalls)
  // A document is larger than what the other routes take, and so are the choices of a merge.
  .route('/', beginProjectApi)
  .route('/', mergeApi)
  .use(limitBody(MAX_BODY_BYTES))
  .route('/', versionsApi)
  .route('/', endpointApi)
  .route('/', testsApi)
  .get('/', zValidator('query', AccountProjectQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const caller = await requireUser(app, c.req.raw);
    if (!caller.ok) return answerAuthFailure(app, caller);
    const page = await viewProjects(app, c.req.raw, caller.value, c.req.valid('query'));
    if (!page.ok) return answerProjectProblem(app, page);
    return answerJson(ProjectPage, page.value, { headers: PRIVATE_HEADERS });
  })
  .post('/', zValidator('json', NewProject, answerInvalid), async (c) => {
    const { app } = c.var;
    // Making the list of tools of a large server costs computing time.
    const key = `save:${addressKey(c.req.raw)}`;
    const refused = await refuseAboveRate(app, app.env.LIMIT_DRAFTS, key);
    if (refused) return refused;
    const caller = await requireUser(app, c.req.raw);
    if (!caller.ok) return answerAuthFailure(app, caller);
    const saved = await saveProject(app, c.req.raw, caller.value, c.req.valid('json'));
    if (!saved.ok) return answerProjectProblem(app, saved);
    const { project, isNew } = saved.value;
    const headers = { ...PRIVATE_HEADERS, location: `/api/projects/${project.id}` };
    const status = isNew ? 201 : 200;
    return answerJson(ProjectView, toProjectView(project), { status, headers });
  })
  .get('/:id', async (c) => {
    const found = await findOwnProject(c.var.app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(c.var.app, found);
    const view = toProjectView(found.value.project);
    return answerJson(ProjectView, view, { headers: PRIVATE_HEADERS });
  })
  .patch('/:id', zValidator('json', ProjectChange, answerInvalid), async (c) => {
    const { app } = c.var;
    const change = c.req.valid('json');
    // Another address cuts every client off, as a deletion does, and so may another visibility.
    const isOfOwners = change.slug !== undefined || change.visibility !== undefined;
    const role = isOfOwners ? 'owner' : 'editor';
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), role);
    if (!found.ok) return answerProjectProblem(app, found);
    const changed = await changeProject(app, c.req.raw, found.value, change);
    if (!changed.ok) return answerProjectProblem(app, changed);
    const { project, endpoint } = changed.value;
    return answerJson(ProjectView, toProjectView(project, endpoint), { headers: PRIVATE_HEADERS });
  })
  .post('/:id/move', zValidator('json', ProjectMove, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'owner');
    if (!found.ok) return answerProjectProblem(app, found);
    const moved = await moveProject(app, c.req.raw, found.value, c.req.valid('json').account);
    if (!moved.ok) return answerProjectProblem(app, moved);
    return answerJson(ProjectView, toProjectView(moved.value), { headers: PRIVATE_HEADERS });
  })
  .delete('/:id', zValidator('json', Deletion, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'owner');
    if (!found.ok) return answerProjectProblem(app, found);
    const deleted = await closeProject(app, found.value.project, c.req.valid('json').confirm);
    return deleted.ok ? c.body(null, 204) : answerProjectProblem(app, deleted);
  })
  .post('/:id/undelete', async (c) => {
    const { app } = c.var;
    const found = await findAnyProject(app, c.req.raw, c.req.param('id'), 'owner');
    if (!found.ok) return answerProjectProblem(app, found);
    const kept = await reopenProject(app, c.req.raw, found.value);
    return kept.ok ? c.body(null, 204) : answerProjectProblem(app, kept);
  });
