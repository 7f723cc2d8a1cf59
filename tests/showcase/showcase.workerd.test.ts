import { env } from 'cloudflare:workers';
import { expect, test } from 'vitest';

import { indexDraft } from '#app/drafts/draft-index.server.ts';
import { readDraft } from '#app/drafts/store.server.ts';
import { createLog } from '#app/platform/log.ts';
import { readShowcase } from '#app/showcase/read-showcase.server.ts';
import { hideChat, unhideChat } from '#app/showcase/reports/chat-report-store.server.ts';
import { readShowcaseQuery, toShowcaseSearch } from '#app/showcase/showcase-query.ts';
import { findEntry, listPublicIds, listShowcase } from '#app/showcase/showcase-store.server.ts';

import { UPSTREAM_DOCUMENT } from '../fakes/upstream-document.ts';
import { Visitor } from '../setup/drafts.ts';

const query = (search = '') => readShowcaseQuery(new URL(`https://x.test/showcase${search}`));

/** The page as visitors get it, through the cache; whatever was put aside is done then. */
async function read(search = '') {
  const late: Promise<unknown>[] = [];
  const app = {
    env,
    log: createLog({}),
    waitUntil: (work: Promise<unknown>) => void late.push(work),
  };
  const page = await readShowcase(app, query(search));
  await Promise.all(late);
  return page;
}

const titles = async (search = '') => (await read(search)).entries.map(({ title }) => title);

async function publish(listing: {
  title: string;
  summary?: string;
  tags?: string[];
  author?: string;
}) {
  const owner = new Visitor();
  const { id } = await owner.submit(UPSTREAM_DOCUMENT);
  const body = { visibility: 'public', listing };
  const published = await owner.json('PATCH', `/api/chats/${id}`, body);
  if (published.status !== 200) throw new Error(await published.text());
  const change = (change: object) => owner.json('PATCH', `/api/chats/${id}`, change);
  return { owner, id, change };
}

/** What the row of a chat has of its words. */
const loadWords = (id: string) =>
  env.DB.prepare(
    'SELECT title, summary, author, tags, tool_names, words FROM showcase_entries WHERE id = ?',
  )
    .bind(id)
    .first();

const NO_WORDS = { title: '', summary: '', author: null, tags: '[]', tool_names: '[]', words: '' };

test('what is published, renamed, taken back, deleted, hidden and remixed shows in the cached showcase at once', async () => {
  expect(await titles()).toEqual([]);
  const tag = 'at-once';
  const first = await publish({ title: 'First', tags: [tag] });
  expect(await titles(`?tag=${tag}`)).toEqual(['First']);
  await first.change({ listing: { title: 'Renamed', tags: [tag] } });
  expect(await titles(`?tag=${tag}`)).toEqual(['Renamed']);

  const remixer = new Visitor();
  expect((await remixer.json('POST', `/api/chats/${first.id}/fork`, {})).status).toBe(201);
  remixer.cookie = null;
  await remixer.json('POST', `/api/chats/${first.id}/fork`, {});
  await first.owner.json('POST', `/api/chats/${first.id}/fork`, {});
  expect((await read(`?tag=${tag}`)).entries).toMatchObject([{ remixes: 1, author: null }]);

  const { verdict } = await (
    await remixer.fetch(`/api/drafts/${first.id}/report`)
  ).json<{
    verdict: object;
  }>();
  expect((await read(`?tag=${tag}`)).entries).toMatchObject([{ verdict }]);

  await first.change({ visibility: 'private' });
  expect(await titles(`?tag=${tag}`)).toEqual([]);
  expect(await loadWords(first.id)).toEqual(NO_WORDS);
  await first.change({ visibility: 'public', listing: { title: 'Again', tags: [tag] } });
  expect((await read(`?tag=${tag}`)).entries).toMatchObject([
    { title: 'Again', remixes: 1, verdict },
  ]);

  await hideChat(env, first.id, 'Spam');
  expect(await titles(`?tag=${tag}`)).toEqual([]);
  expect(await findEntry(env.DB, first.id, Date.now())).toBeNull();
  expect(await listPublicIds(env.DB, Date.now())).not.toContain(first.id);
  await first.change({ visibility: 'public' });
  expect(await titles(`?tag=${tag}`)).toEqual([]);
  await unhideChat(env, first.id);
  expect(await titles(`?tag=${tag}`)).toEqual(['Again']);

  await first.owner.fetch(`/api/chats/${first.id}`, { method: 'DELETE' });
  expect(await titles(`?tag=${tag}`)).toEqual([]);
  await first.owner.json('POST', `/api/chats/${first.id}/undelete`, {});
  expect(await titles(`?tag=${tag}`)).toEqual(['Again']);
});

test('a writing of a first publication that comes after it was taken back lists nothing', async () => {
  const { id, change } = await publish({ title: 'Too late', tags: ['late'] });
  const published = await readDraft(env, id);
  if (!published.ok) throw new Error(published.reason);
  await change({ visibility: 'private' });
  // The first writing has never arrived.
  await env.DB.prepare('DELETE FROM showcase_entries WHERE id = ?').bind(id).run();
  await indexDraft(env.DB, published.value, { title: null, updatedAt: 0, version: 1 }, []);
  expect(await findEntry(env.DB, id, Date.now())).toBeNull();
  expect(await loadWords(id)).toEqual(NO_WORDS);
  await change({ visibility: 'public', listing: { title: 'In time', tags: ['late'] } });
  expect(await titles('?tag=late')).toEqual(['In time']);
});

test('a page comes from the cache until something changes', async () => {
  await publish({ title: 'Cached', tags: ['cached'] });
  expect(await titles('?tag=cached')).toEqual(['Cached']);
  // Past every statement that says so: only the database knows.
  await env.DB.prepare("UPDATE showcase_entries SET title = 'Unseen' WHERE title = 'Cached'").run();
  expect(await titles('?tag=cached')).toEqual(['Cached']);
  await publish({ title: 'Another' });
  expect(await titles('?tag=cached')).toEqual(['Unseen']);
});

test('entries are found by all words of a search, to the letter, in every part that is shown', async () => {
  await publish({
    title: 'Parcels_of 100%',
    summary: 'Tracks ÄPFEL and pears.',
    tags: ['logistics'],
    author: 'Ada "Robert\'); DROP TABLE drafts;--',
  });
  for (const q of [
    'parcels_',
    '100%',
    'pears tracks',
    'logistics',
    'ada',
    'echo pears',
    "');",
    'Äpfel'.toLowerCase(),
  ]) {
    expect([q, await titles(`?q=${encodeURIComponent(q)}`)]).toEqual([q, ['Parcels_of 100%']]);
  }
  for (const q of ['parcels-', '1000%', 'pears plums', '%']) {
    const found = await titles(`?q=${encodeURIComponent(q)}`);
    expect([q, found.includes('Parcels_of 100%')]).toEqual([q, q === '%']);
  }
  expect(await titles('?tag=LOGISTICS')).toEqual(['Parcels_of 100%']);
  expect(await titles('?tag=logistic')).toEqual([]);
});

test('pages follow each other without gaps in every order, also between equal entries', async () => {
  const insert = env.DB.prepare(
    `INSERT INTO showcase_entries (id, is_listed, title, summary, tags, tools, tool_names, words,
       artifact, score, remixes, published_at, updated_at, version)
     VALUES (?, 1, ?, '', '["paged"]', 1, '[]', 'paged', 'a', ?, ?, ?, 0, 1)`,
  );
  const rows = Array.from({ length: 60 }, (_, n) =>
    insert.bind(
      `-paged_${n}`,
      `Paged ${n}`,
      n % 3 === 0 ? null : n % 4,
      n % 5,
      1_000 + Math.floor(n / 7),
    ),
  );
  await env.DB.batch(rows);
  for (const sort of ['newest', 'remixed', 'readiness'] as const) {
    const seen: { id: string; remixes: number; publishedAt: number }[] = [];
    let next = query(`?tag=paged&sort=${sort}`);
    for (let pages = 0; pages < 5; pages += 1) {
      // As the link to the next page has it.
      const page = await listShowcase(env.DB, query(toShowcaseSearch(next)), Date.now());
      seen.push(...page.entries);
      if (page.next === null) break;
      next = { ...next, after: page.next };
    }
    expect([sort, new Set(seen.map(({ id }) => id)).size, seen.length]).toEqual([sort, 60, 60]);
    const key = sort === 'remixed' ? 'remixes' : 'publishedAt';
    const values = seen.map((each) => each[key]);
    if (sort !== 'readiness') expect(values).toEqual(values.toSorted((a, b) => b - a));
  }
});

test('an address that somebody has made up shows the showcase, and nothing of what is not public', async () => {
  const hidden = await publish({ title: 'Taken back', tags: ['made-up'] });
  await hidden.change({ visibility: 'private' });
  for (const after of [
    'x',
    '1.2',
    '1.2.',
    '-1.9e9.a',
    "1.1.a' OR 1=1--",
    '99999999999.1.a',
    '0.1.../..',
  ]) {
    expect(query(`?after=${encodeURIComponent(after)}`).after).toBeNull();
  }
  for (const search of [
    '?after=999999999.999999999999999.zzz',
    '?after=-1.0.a',
    '?sort=none&tag=made-up',
    `?q=${'x'.repeat(500)}`,
    '?q=%ED%A0%80%00',
    '?tag=%00',
  ]) {
    const page = await read(search);
    expect(page.entries.map(({ id }) => id)).not.toContain(hidden.id);
  }
});
