import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { readGithub } from '#app/github/github-settings.ts';
import { changeLink, loadLink, type LinkRow } from '#app/github/links/link-store.server.ts';
import { ProjectLink } from '#app/github/links/project-link.ts';
import { toProjectLink } from '#app/github/links/view-link.server.ts';
import { answerLinkProblem } from '#app/github/push/push-problem.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';
import { findOwnProject } from '#app/projects/find-project.server.ts';
import { answerProjectProblem } from '#app/projects/project-problem.server.ts';

import { LinkSettings, LinkStatus } from './link-status.ts';
import { refreshLink } from './refresh-link.server.ts';

const MAX_BODY_BYTES = 1_024;

/** The state of linked repositories on GitHub and the settings of links, part of `/api/projects`. */
export const linkStatusApi = new Hono<AppEnv>()
  .get('/:id/github/status', async (c) => {
    const { app } = c.var;
    const found = await findOwnProject(app, c.req.raw, c.req.param('id'), 'viewer');
    if (!found.ok) return answerProjectProblem(app, found);
    const { project, caller } = found.value;
    const refused = await refuseAboveRate(app, app.env.LIMIT_TURNS, `github:${caller.uid}`);
    if (refused) return refused;
    const link = await loadLink(app.env.DB, project.id);
    if (link === null) return answerLinkProblem(app, { reason: 'noLink' });
    const fresh = await refreshLink(app, caller.uid, link);
    if (!fresh.ok) return answerLinkProblem(app, fresh);
    const status = {
      link: toProjectLink(fresh.value.link, { webUrl: app.config.GITHUB_WEB_URL }),
      ahead: fresh.value.ahead,
      hears: toHearing(app, fresh.value.link),
    };
    return answerJson(LinkStatus, status, { headers: PRIVATE_HEADERS });
  })
  .patch(
    '/:id/github/settings',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', LinkSettings, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const found = await findOwnProject(app, c.req.raw, c.req.param('id'));
      if (!found.ok) return answerProjectProblem(app, found);
      const { id } = found.value.project;
      const link = await loadLink(app.env.DB, id);
      if (link === null) return answerLinkProblem(app, { reason: 'noLink' });
      const change = c.req.valid('json');
      await changeLink(app.env.DB, link, change, Date.now());
      const view = toProjectLink({ ...link, ...change }, { webUrl: app.config.GITHUB_WEB_URL });
      return answerJson(ProjectLink, view, { headers: PRIVATE_HEADERS });
    },
  );

/** How changes of a repository reach us. */
function toHearing(app: AppContext, { hookId }: LinkRow): LinkStatus['hears'] {
  const settings = readGithub(app.config);
  if (!settings.ok || app.config.GITHUB_WEBHOOK_SECRET.length === 0) return 'never';
  if (settings.value.kind === 'github-app') return 'app';
  return hookId === null ? 'never' : 'repository';
}
