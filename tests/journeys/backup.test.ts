import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, expect, test } from 'vitest';
import * as z from 'zod';

const MIGRATIONS = 'workers/migrations';
const folder = mkdtempSync(path.join(tmpdir(), 'backup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const env = { ...process.env, CI: '1', WRANGLER_SEND_METRICS: 'false' };
const run = (command: string, ...args: string[]) =>
  execFileSync(command, args, { env, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
const wrangler = (...args: string[]) => run('node_modules/.bin/wrangler', 'd1', ...args);

/** All migrations as one file: wrangler applies them one by one, which takes a minute. */
function readSchema(): string {
  const names = readdirSync(MIGRATIONS)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();
  return names.map((name) => readFileSync(path.join(MIGRATIONS, name), 'utf8')).join(';\n');
}

/** A local database of its own; gives the configuration that leads to it. */
function makeDatabase(name: string): string {
  const config = path.join(folder, name, 'wrangler.json');
  mkdirSync(path.dirname(config));
  const database = { binding: 'DB', database_name: name, database_id: name };
  const d1_databases = [database];
  writeFileSync(config, JSON.stringify({ name, compatibility_date: '2026-10-12', d1_databases }));
  return config;
}

/** Counts of rows, the user of a session as signing in looks it up, and rows that refer to nothing. */
const FACTS = `select
  (select count(*) from members) as members,
  (select count(*) from sqlite_master where type = 'index') as indexes,
  (select value from site_settings) as notice,
  (select a.id from sessions s join users u on u.uid = s.uid join accounts a on a.personal_uid = u.uid
   where s.hash = 'hash') as signedIn,
  (select count(*) from pragma_foreign_key_check) as dangling`;
const Answer = z.array(z.object({ results: z.array(z.record(z.string(), z.unknown())) }));

function readFacts(config: string) {
  const text = wrangler(
    'execute',
    'DB',
    '--local',
    '--config',
    config,
    '--json',
    '--command',
    FACTS,
  );
  return Answer.parse(JSON.parse(text))[0]?.results[0];
}

test('a saved database is loaded into an empty one as it was, and never into another', () => {
  const [old, fresh] = [makeDatabase('old'), makeDatabase('fresh')];
  const seed = path.join(folder, 'seed.sql');
  writeFileSync(
    seed,
    `${readSchema()};
     insert into users (uid, provider, is_email_verified, created_at) values ('ann', 'google.com', 1, 1);
     insert into accounts (id, kind, name, personal_uid, created_at) values ('a', 'personal', 'Ann''s; own', 'ann', 1);
     insert into accounts (id, kind, name, payer_uid, created_at) values ('t', 'team', 'Team', 'ann', 1);
     insert into members (account_id, uid, role, created_at) values ('a', 'ann', 'owner', 1), ('t', 'ann', 'owner', 1);
     insert into sessions (hash, id, uid, auth_time_seconds, device, created_at, seen_at, synced_at, expires_at)
       values ('hash', 's', 'ann', 1, 'Firefox', 1, 1, 1, 9999999999999);
     insert into site_settings (name, value, changed_at) values ('notice', 'two
lines', 1);`,
  );
  wrangler('execute', 'DB', '--local', '--config', old, '--file', seed);
  const before = readFacts(old);
  expect(before).toMatchObject({ members: 2, signedIn: 'a', notice: 'two\nlines', dangling: 0 });

  const saved = path.join(folder, 'saved');
  run('node', 'scripts/backup.mjs', 'save', saved, '--', '--config', old);
  run('node', 'scripts/backup.mjs', 'load', saved, '--', '--config', fresh);
  expect(readFacts(fresh)).toEqual(before);
  const again = () => run('node', 'scripts/backup.mjs', 'load', saved, '--', '--config', old);
  expect(again).toThrow('already exists');
  expect(readFacts(old)).toEqual(before);
});
