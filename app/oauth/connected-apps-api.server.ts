import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';

import { answerAuthFailure } from '#app/auth/auth-problem.server.ts';
import { requireUser } from '#app/auth/caller.server.ts';
import { answerJson, PRIVATE_HEADERS } from '#app/platform/answer-json.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { limitCalls } from '#app/platform/limit-calls.server.ts';
import { problem } from '#app/platform/problem.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { ConnectedAppList } from './apps/connected-app.ts';
import { listConnectedApps, revokeApp } from './apps/grant-store.server.ts';
import { answerConsent } from './consent/answer-consent.server.ts';
import { ConsentAnswer, ConsentDecision } from './consent/consent.ts';

const MAX_BODY_BYTES = 4_096;

/** The apps of a user, and their consent, for our own screens, mounted at `/api/oauth`. */
export const connectedAppsApi = new Hono<AppEnv>()
  .use(limitCalls)
  .post(
    '/consent',
    limitBody(MAX_BODY_BYTES),
    zValidator('json', ConsentDecision, answerInvalid),
    async (c) => {
      const { app } = c.var;
      const user = await requireUser(app, c.req.raw);
      if (!user.ok) return answerAuthFailure(app, user);
      const answered = await answerConsent(app, c.req.raw, user.value, c.req.valid('json'));
      if (answered.ok) {
        const { answer, headers } = answered.value;
        headers.set('cache-control', 'private, no-store');
        return answerJson(ConsentAnswer, answer, { headers });
      }
      return answered.reason === 'spent'
        ? problem(app, {
            status: 409,
            detail: 'This request has expired or was answered already. Connect again in the app.',
          })
        : problem(app, { status: 404, detail: 'No server that you may call is at this address.' });
    },
  )
  .get('/apps', async (c) => {
    const { app } = c.var;
    const user = await requireUser(app, c.req.raw);
    if (!user.ok) return answerAuthFailure(app, user);
    const apps = await listConnectedApps(app, user.value.uid);
    return answerJson(ConnectedAppList, { apps }, { headers: PRIVATE_HEADERS });
  })
  .delete('/apps/:id', async (c) => {
    const { app } = c.var;
    const user = await requireUser(app, c.req.raw);
    if (!user.ok) return answerAuthFailure(app, user);
    const isKnown = await revokeApp(app, user.value.uid, c.req.param('id'));
    return isKnown
      ? c.body(null, 204)
      : problem(app, { status: 404, detail: 'There is no such app, or it is not yours.' });
  });
