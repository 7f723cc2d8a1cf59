import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT, runTool } from './toolchain.mjs';

/** Local storage of `npm start` and `npm run dev`; tests have their own. */
export const STATE_FOLDER = process.env.STATE_FOLDER ?? '.wrangler/state';

const STATE = path.resolve(ROOT, STATE_FOLDER);
/** Stored beside the database, so that both are deleted together. */
const DONE = path.join(STATE, 'migrated.txt');
const MIGRATIONS = path.join(ROOT, 'workers', 'migrations');

/**
 * Migrates the local database; does nothing without a new migration, because asking wrangler takes seconds.
 * @returns {Promise<{ok: boolean, output: string}>}
 */
export async function migrateLocally() {
  const wanted = hashOfMigrations();
  if (existsSync(DONE) && readFileSync(DONE, 'utf8') === wanted) return { ok: true, output: '' };
  const args = ['d1', 'migrations', 'apply', 'DB', '--local', '--persist-to', STATE_FOLDER];
  const { code, output } = await runTool('wrangler', [...args, '--config', 'wrangler.toml'], {
    env: { CI: '1' },
  });
  if (code !== 0) return { ok: false, output };
  mkdirSync(STATE, { recursive: true });
  writeFileSync(DONE, wanted);
  return { ok: true, output };
}

function hashOfMigrations() {
  const hash = createHash('sha256').update(readFileSync(path.join(ROOT, 'wrangler.toml')));
  for (const name of readdirSync(MIGRATIONS).toSorted()) {
    if (name.endsWith('.sql'))
      hash.update(`\0${name}\0`).update(readFileSync(path.join(MIGRATIONS, name)));
  }
  return hash.digest('hex');
}
