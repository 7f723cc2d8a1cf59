import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { ROOT } from '../../../scripts/toolchain.mjs';

const MIGRATIONS = path.join(ROOT, 'workers/migrations');

/** Makes the tables of an empty database. */
export async function applyMigrations(database) {
  const files = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql'));
  for (const file of files.toSorted()) {
    const statements = readFileSync(path.join(MIGRATIONS, file), 'utf8')
      .split('--> statement-breakpoint')
      .filter((statement) => statement.trim() !== '');
    await database.batch(statements.map((statement) => database.prepare(statement)));
  }
}
