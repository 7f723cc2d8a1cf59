import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { createMiddleware } from 'hono/factory';

import type { AccountLifecycle } from '#app/auth/account-lifecycle.server.ts';
import { NewSiteNotice } from '#app/controls/site-notice.ts';
import type { AppEnv } from '#app/platform/app-context.ts';
import { limitBody } from '#app/platform/limit-body.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { answerInvalid } from '#app/platform/validation.ts';

import { ReasonGiven, SwitchChange } from './admin-change.ts';
import { dismiss, hide, unhide } from './moderate.server.ts';
import { changeSwitch, endNotice, setNotice } from './change-settings.server.ts';
import { deleteUserData, suspend, unsuspend } from './change-user.server.ts';
import { answerNothing, requireOperator, type Operator } from './require-operator.server.ts';

const MAX_BODY_BYTES = 8_192;

/** For routes behind the check of who asks. */
export type AdminEnv = AppEnv & { Variables: { operator: Operator } };

/** Counts who asks, and lets operators pass. */
const operatorsOnly = createMiddleware<AdminEnv>(async (c, next) => {
  const { app } = c.var;
  const key = `admin:${addressKey(c.req.raw)}`;
  const refused = await refuseAboveRate(app, app.env.LIMIT_CALLS, key);
  if (refused) return refused;
  const operator = await requireOperator(app, c.req.raw);
  if (!operator.ok) return answerNothing(app, c.req.raw);
  c.set('operator', operator.value);
  return next();
});

/** Changes by operators, mounted at `/api/admin`; each of them is written down together with who made it. */
export function createAdminApi(accountLifecycle: AccountLifecycle) {
  return new Hono<AdminEnv>()
    .use(operatorsOnly)
    .use(limitBody(MAX_BODY_BYTES))
    .put('/users/:uid/suspension', zValidator('json', ReasonGiven, answerInvalid), (c) =>
      suspend(c.var.app, c.var.operator, c.req.param('uid'), c.req.valid('json').reason),
    )
    .delete('/users/:uid/suspension', (c) =>
      unsuspend(c.var.app, c.var.operator, c.req.param('uid')),
    )
    .delete('/users/:uid', (c) =>
      deleteUserData(c.var.app, c.var.operator, c.req.param('uid'), accountLifecycle),
    )
    .put('/notice', zValidator('json', NewSiteNotice, answerInvalid), (c) =>
      setNotice(c.var.app, c.var.operator, c.req.valid('json')),
    )
    .delete('/notice', (c) => endNotice(c.var.app, c.var.operator))
    .put('/switches/:name', zValidator('json', SwitchChange, answerInvalid), (c) =>
      changeSwitch(c.var.app, c.var.operator, c.req.param('name'), c.req.valid('json').isOn),
    )
    .put('/chats/:chat/hiding', zValidator('json', ReasonGiven, answerInvalid), (c) =>
      hide(c.var.app, c.var.operator, c.req.param('chat'), c.req.valid('json').reason),
    )
    .delete('/chats/:chat/hiding', (c) => unhide(c.var.app, c.var.operator, c.req.param('chat')))
    .delete('/chats/:chat/reports', (c) => dismiss(c.var.app, c.var.operator, c.req.param('chat')));
}
