// Builds, brings the remote database up to date, and uploads. `--dry-run` does all but what
// reaches Cloudflare.
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { isBuildFresh } from './built-files.mjs';
import { ROOT, runTool } from './toolchain.mjs';

/** Ids in wrangler.toml that nobody has replaced yet. */
const PLACEHOLDER_ID = /id = "0{8}[0-]+"/;

const args = process.argv.slice(2);
const isDryRun = args.includes('--dry-run');

async function step(tool, toolArgs) {
  const { code } = await runTool(tool, toolArgs, { show: true });
  if (code !== 0) process.exit(code);
}

if (!isDryRun && PLACEHOLDER_ID.test(readFileSync(path.join(ROOT, 'wrangler.toml'), 'utf8'))) {
  console.error(
    'wrangler.toml still has placeholder ids: make the database and the KV namespace first, ' +
      'and put their ids there (README, "Deploying to Cloudflare").',
  );
  process.exit(1);
}
if (!isBuildFresh()) await step('react-router', ['build']);
if (!isDryRun) await step('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote']);
await step('wrangler', ['deploy', ...args]);
