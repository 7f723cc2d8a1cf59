import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';

import { listLinksOf } from './link-store.server.ts';
import { LinkedProjects } from './project-link.ts';
import { toProjectLink } from './view-link.server.ts';

/** The user's projects that have a repository, mounted at `/api/github`. */
export const linkedProjectsApi = new Hono<AppEnv>().get('/projects', async (c) => {
  const { app } = c.var;
  const user = await requireUser(app, c.req.raw);
  if (!user.ok) return answerAuthFailure(app, user);
  const web = { webUrl: app.config.GITHUB_WEB_URL };
  const rows = await listLinksOf(app.env.DB, user.value.uid);
  const projects = rows.map(({ link, title, latest }) => {
    return { title, latest, link: toProjectLink(link, web) };
  });
  return answerJson(LinkedProjects, { projects }, { headers: PRIVATE_HEADERS });
});
