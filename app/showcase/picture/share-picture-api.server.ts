import { Hono } from 'hono';

import type { AppContext, AppEnv } from '#app/platform/app-context.ts';
import { isRandomId } from '#app/platform/ids.ts';
import { addressKey } from '#app/platform/outbound/http-limits.ts';
import { problem } from '#app/platform/problem.ts';
import { refuseAboveRate } from '#app/platform/rate-limit.server.ts';
import { templates } from '#app/templates/templates.ts';
import { verdictWords } from '#app/platform/verdict.ts';

import { findEntry } from '#app/showcase/showcase-store.server.ts';

import { drawSharePicture, type PictureWords } from './draw-share-picture.server.ts';

/** Whoever shows a shared address asks once for all who look at it; what is hidden is gone within minutes there. */
const CACHED = { 'cache-control': 'public, max-age=300' };

/** Pictures of servers for places where their addresses are shared, mounted at `/showcase`. */
export const sharePictureApi = new Hono<AppEnv>().get('/:id/share.png', async (c) => {
  const { app } = c.var;
  const refused = await refuseAboveRate(
    app,
    app.env.LIMIT_CALLS,
    `picture:${addressKey(c.req.raw)}`,
  );
  if (refused) return refused;
  const words = await findWords(app, c.req.param('id'));
  if (words === null) return problem(app, { status: 404, detail: 'There is no such server.' });
  const picture = await drawSharePicture(words);
  return c.body(picture, 200, { ...CACHED, 'content-type': 'image/png' });
});

/** The words about a public chat or a template; null where there is none of that id. */
async function findWords(app: AppContext, id: string): Promise<PictureWords | null> {
  const template = templates.find((each) => each.id === id);
  if (template) return { title: template.title, facts: template.summary };
  const entry = isRandomId(id) ? await findEntry(app.env.DB, id, Date.now()) : null;
  if (entry === null) return null;
  const { title, author, tools, verdict } = entry;
  const by = author === null ? [] : [`By ${author}`];
  const facts = [...by, count(tools), ...(verdict ? [verdictWords(verdict)] : [])];
  return { title, facts: facts.join(' · ') };
}

function count(tools: number): string {
  return tools === 1 ? '1 tool' : `${tools} tools`;
}
