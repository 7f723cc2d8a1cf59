// Saves the database as two files, or loads them into an empty one. Arguments behind `--` go to wrangler.
//   node scripts/backup.mjs save <folder> -- --remote
//   node scripts/backup.mjs load <folder> -- --remote
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

import { runTool } from './toolchain.mjs';

/** In this order: rows can refer to rows of a table that the file creates later only if it exists by then. */
const FILES = [
  { name: 'schema.sql', only: '--no-data' },
  { name: 'data.sql', only: '--no-schema' },
];

const [task, folder, ...more] = process.argv.slice(2);
const chosen = more.filter((argument) => argument !== '--');
const where = chosen.includes('--remote') ? chosen : ['--local', ...chosen];

async function d1(...args) {
  const { code } = await runTool('wrangler', ['d1', ...args, ...where], { show: true });
  if (code !== 0) process.exit(code);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}

if (!folder || (task !== 'save' && task !== 'load')) {
  fail('Say what to do with which folder: backup.mjs save <folder>, or load <folder>.');
}
if (task === 'save') {
  mkdirSync(folder, { recursive: true });
  for (const { name, only } of FILES) {
    await d1('export', 'DB', only, '--output', path.join(folder, name));
  }
} else {
  const missing = FILES.filter(({ name }) => !existsSync(path.join(folder, name)));
  if (missing.length > 0) fail(`${folder} lacks ${missing.map(({ name }) => name).join(', ')}.`);
  // A database with tables refuses the first file, so that nothing is mixed.
  for (const { name } of FILES)
    await d1('execute', 'DB', '--file', path.join(folder, name), '--yes');
}
