import { Hono } from 'hono';

import { createAppContext, type AppEnv } from '#app/platform/app-context.ts';

import { api } from './api.ts';
import { renderPage } from './pages.ts';

export { DraftObject } from '#app/builder/draft-object.server.ts';

const app = new Hono<AppEnv>();

app.use(async (c, next) => {
  c.set('app', createAppContext(c.env, (promise) => c.executionCtx.waitUntil(promise)));
  await next();
});
app.route('/', api);
app.all('*', (c) => renderPage(c.req.raw, c.var.app));

export default { fetch: app.fetch } satisfies ExportedHandler<Env>;
