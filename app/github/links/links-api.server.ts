import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { requireConnection } from '#app/github/connection/require-connection.server.ts';
import { answerLinkProblem } from '#app/github/push/push-problem.server.ts';
import { addHook, removeHook } from '#app/github/webhook/repository-hook.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';

import { linkProject } from './link-project.server.ts';
import { loadLink, removeLink } from './link-store.server.ts';
import { GithubOfProject, NewLink, ProjectLink } from './project-link.ts';
import { listPushes } from './push-store.server.ts';
import { toProjectLink, toProjectPush } from './view-link.server.ts';

const PushQuery = z.object({ before: z.coerce.number().int().min(1).optional() });

/** Repositories of projects, part of `/api/projects`. */
export const linksApi = new Hono<AppEnv>()
  .get('/:id/github', zValidator('query', PushQuery, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerLinkProblem(app, found);
    const { id } = found.value.project;
    const web = { webUrl: app.config.GITHUB_WEB_URL };
    const [link, { pushes, next }] = await Promise.all([
      loadLink(app.env.DB, id),
      listPushes(app.env.DB, id, c.req.valid('query').before),
    ]);
    const view = {
      link: link === null ? null : toProjectLink(link, web),
      pushes: pushes.map((push) => toProjectPush(push, link, web)),
      next,
    };
    return answerJson(GithubOfProject, view, { headers: PRIVATE_HEADERS });
  })
  .put('/:id/github', zValidator('json', NewLink, answerInvalid), async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerLinkProblem(app, found);
    const github = await requireConnection(app, found.value.caller.uid);
    if (!github.ok) return answerLinkProblem(app, github);
    const { uid } = found.value.caller;
    const before = await loadLink(app.env.DB, found.value.project.id);
    const linked = await linkProject(app, github.value, found.value, c.req.valid('json'));
    if (!linked.ok) return answerLinkProblem(app, linked);
    if (before && before.repositoryId !== linked.value.repositoryId) {
      await removeHook(app, before, uid);
    }
    await addHook(app, github.value, linked.value);
    const view = toProjectLink(linked.value, github.value.settings);
    return answerJson(ProjectLink, view, { headers: PRIVATE_HEADERS });
  })
  .delete('/:id/github', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
    if (!found.ok) return answerLinkProblem(app, found);
    const link = await loadLink(app.env.DB, found.value.project.id);
    if (link) await removeHook(app, link, found.value.caller.uid);
    await removeLink(app.env.DB, found.value.project.id);
    return c.body(null, 204);
  });
