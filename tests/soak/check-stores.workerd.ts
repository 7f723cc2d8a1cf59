import { env } from 'cloudflare:workers';
import {
  createScheduledController,
  listDurableObjectIds,
  runInDurableObject,
} from 'cloudflare:test';

import worker from '../../workers/app.ts';

const DAY_MS = 24 * 60 * 60_000;

/** What the stores hold at the end, and what is wrong with that. */
export interface StoresReport {
  blobs: number;
  swept: number;
  objects: number;
  violations: string[];
}

/** Sweeps, and then looks for blobs that nobody refers to and for secrets in what is stored. */
export async function checkStores(secrets: readonly string[]): Promise<StoresReport> {
  const before = (await listBlobs()).length;
  const scheduledTime = new Date(Date.now() + 2 * DAY_MS);
  await worker.scheduled(createScheduledController({ scheduledTime }), env);
  const blobs = await listBlobs();
  const violations = [...(await findOrphans(blobs)), ...(await findSecrets(blobs, secrets))];
  const objects = (await listDurableObjectIds(env.DRAFTS)).length;
  return { blobs: blobs.length, swept: before - blobs.length, objects, violations };
}

async function listBlobs(): Promise<string[]> {
  const keys: string[] = [];
  for (let cursor: string | undefined; ;) {
    const listed = await env.BLOBS.list(cursor === undefined ? {} : { cursor });
    keys.push(...listed.objects.map(({ key }) => key));
    if (!listed.truncated) return keys;
    cursor = listed.cursor;
  }
}

/** Blobs that no draft and no restore point refers to, and references to blobs that are gone. */
async function findOrphans(blobs: readonly string[]): Promise<string[]> {
  const rows = await env.DB.prepare('select id, blueprint, artifact, warnings from drafts').all<
    Record<'id' | 'blueprint' | 'artifact' | 'warnings', string>
  >();
  const points = await env.DB.prepare('select part, name from point_blobs').all<
    Record<'part' | 'name', string>
  >();
  const used = new Set<string>();
  for (const { id, blueprint, artifact, warnings } of rows.results) {
    for (const each of [`reports/${id}`, `blueprints/${blueprint}`]) used.add(each);
    for (const each of [`artifacts/${artifact}`, `warnings/${warnings}`]) used.add(each);
  }
  for (const { part, name } of points.results) used.add(`${FOLDERS[part] ?? part}/${name}`);
  const versions = await env.DB.prepare(
    'select project, blueprint, artifact, warnings from versions',
  ).all<Record<'project' | 'blueprint' | 'artifact' | 'warnings', string>>();
  for (const { project, blueprint, artifact, warnings } of versions.results) {
    for (const each of [`version-reports/${project}`, `logs/${project}`]) used.add(each);
    for (const each of [`blueprints/${blueprint}`, `artifacts/${artifact}`]) used.add(each);
    used.add(`warnings/${warnings}`);
  }
  const nameOf = (key: string) =>
    key
      .split('/')
      .slice(0, 2)
      .join('/')
      .replace(/\.json$/, '');
  const orphans = blobs.filter((key) => key !== 'health' && !used.has(nameOf(key)));
  const there = new Set(blobs.map(nameOf));
  const gone = [...used].filter((name) => !LATER.test(name) && !there.has(name));
  return [
    ...orphans.map((key) => `nobody refers to ${key}`),
    ...gone.map((name) => `${name} is referred to, and gone`),
  ];
}

/** Made when somebody asks for it, or when there is so much of it. */
const LATER = /^(reports|version-reports|logs)\//;

const FOLDERS: Record<string, string> = {
  blueprint: 'blueprints',
  artifact: 'artifacts',
  warnings: 'warnings',
  attachment: 'attachments',
  conversation: 'conversations',
};

async function findSecrets(blobs: readonly string[], secrets: readonly string[]) {
  const found: string[] = [];
  const search = (where: string, text: string) => {
    for (const secret of secrets) if (text.includes(secret)) found.push(`a secret is in ${where}`);
  };
  for (const key of blobs) search(key, (await (await env.BLOBS.get(key))?.text()) ?? '');
  const tables = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{
    name: string;
  }>();
  for (const { name } of tables.results) {
    if (/^(_cf|sqlite|d1)_/i.test(name)) continue;
    const { results } = await env.DB.prepare(`select * from "${name}"`).all();
    search(`the table ${name}`, JSON.stringify(results));
  }
  for (const objects of [env.DRAFTS, env.PROJECTS, env.QUOTAS, env.SESSIONS, env.CONNECTIONS]) {
    for (const id of await listDurableObjectIds(objects)) {
      const stub: DurableObjectStub = objects.get(id);
      search(`object ${String(id)}`, await runInDurableObject(stub, dumpObject));
    }
  }
  for (const store of [env.CACHE, env.OAUTH_KV]) search('KV', await dumpKeys(store));
  return found;
}

async function dumpKeys(store: KVNamespace): Promise<string> {
  const texts: string[] = [];
  for (let cursor: string | null | undefined = null; cursor !== undefined;) {
    const listed: KVNamespaceListResult<unknown> = await store.list({ cursor });
    for (const { name } of listed.keys) texts.push(name, (await store.get(name)) ?? '');
    cursor = listed.list_complete ? undefined : listed.cursor;
  }
  return texts.join('\n');
}

function dumpObject(_: unknown, { storage }: DurableObjectState): string {
  const tables = storage.sql
    .exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .toArray()
    .filter(({ name }) => !/^(_cf|sqlite)_/i.test(name));
  const rows = tables.map(({ name }) => storage.sql.exec(`SELECT * FROM "${name}"`).toArray());
  return JSON.stringify([rows, [...storage.kv.list()]]);
}
