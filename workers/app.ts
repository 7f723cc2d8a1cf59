import { Hono } from 'hono';

import { sweepIdentity } from '#app/auth/sweep-identity.server.ts';
import { sweepDrafts } from '#app/builder/sweep-drafts.server.ts';
import { answerError } from '#app/platform/answer-error.ts';
import { createTrace, type AppEnv } from '#app/platform/app-context.ts';
import { openRequest } from '#app/platform/open-request.ts';

import { api } from './api.ts';
import { renderPage } from './pages.ts';

export { DraftObject } from '#app/builder/draft-object.server.ts';

const app = new Hono<AppEnv>();

app.onError((error, c) => answerError(c.get('app') ?? createTrace(), c.req.raw, error));
app.use(openRequest);
app.route('/', api);
app.all('*', (c) => renderPage(c.req.raw, c.var.app));

export default {
  fetch: app.fetch,
  async scheduled(controller, env) {
    const { log } = createTrace();
    const swept = await sweepDrafts(env, controller.scheduledTime);
    log.info('drafts.swept', { ...swept });
    log.info('identity.swept', { ...(await sweepIdentity(env, controller.scheduledTime)) });
  },
} satisfies ExportedHandler<Env>;
