import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import * as z from 'zod';

import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { loadLink } from './link-store.server.ts';
import { GithubOfProject } from './project-link.ts';
import { listPushes } from './push-store.server.ts';
import { toProjectLink, toProjectPush } from './view-link.server.ts';

const PushQuery = z.object({ before: z.coerce.number().int().min(1).optional() });

/** Repositories of projects, part of `/api/projects`. */
export const linksApi = new Hono<AppEnv>().get(
  '/:id/github',
  zValidator('query', PushQuery, answerInvalid),
  async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
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
  },
);
