import { Hono } from 'hono';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { toEndpointStub } from './endpoint-stub.server.ts';
import { EndpointView } from './endpoint.ts';
import { unpublish } from './publish-version.server.ts';

/** Endpoints of projects for their owners; part of `/api/projects`. */
export const endpointApi = new Hono<AppEnv>()
  .get('/:id/endpoint', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const view = await toEndpointStub(app.env, found.value.project.id).readEndpoint();
    return answerJson(EndpointView, view, { headers: PRIVATE_HEADERS });
  })
  .delete('/:id/publication', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerProjectProblem(app, found);
    const ended = await unpublish(app, found.value);
    if (!ended.ok) return answerProjectProblem(app, ended);
    return answerJson(EndpointView, ended.value, { headers: PRIVATE_HEADERS });
  });
