// Builds, migrates the remote database, and uploads. `--dry-run` skips everything that reaches Cloudflare.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { findEmulatorMarks, makeBuild } from './built-files.mjs';
import { ROOT, runTool } from './toolchain.mjs';

/** Placeholder ids in wrangler.toml. */
const PLACEHOLDER_ID = /id = "0{8}[0-]+"/;

const args = process.argv.slice(2);
const isDryRun = args.includes('--dry-run');

async function step(tool, toolArgs) {
  const { code } = await runTool(tool, toolArgs, { show: true });
  if (code !== 0) process.exit(code);
}

/** A build for the emulator accepts unsigned tokens: it must never leave this machine. */
function requireProductionBuild() {
  const redirect = path.join(ROOT, '.wrangler', 'deploy', 'config.json');
  const { configPath } = JSON.parse(readFileSync(redirect, 'utf8'));
  const chosen = path.resolve(path.dirname(redirect), configPath);
  const marks = findEmulatorMarks('production');
  if (chosen === path.join(ROOT, 'build', 'server', 'wrangler.json') && marks.length === 0) return;
  console.error(
    `Not deployed: ${path.relative(ROOT, chosen)} ${marks.join(' ')} is not a production build.`,
  );
  process.exit(1);
}

/**
 * Adds to the build's configuration what exists only at Cloudflare: a Worker with Workers AI does not start
 * locally, so no local run may see it.
 */
function writeDeployedConfig() {
  const folder = path.join(ROOT, 'build', 'server');
  const config = JSON.parse(readFileSync(path.join(folder, 'wrangler.json'), 'utf8'));
  const deployed = path.join(folder, 'wrangler.deployed.json');
  writeFileSync(deployed, JSON.stringify({ ...config, ai: { binding: 'AI' } }));
  return deployed;
}

if (!isDryRun && PLACEHOLDER_ID.test(readFileSync(path.join(ROOT, 'wrangler.toml'), 'utf8'))) {
  console.error(
    'wrangler.toml still has placeholder ids: make the database and the KV namespace first, ' +
      'and put their ids there (README, "Deploying to Cloudflare").',
  );
  process.exit(1);
}
if (!(await makeBuild())) process.exit(1);
requireProductionBuild();
if (!isDryRun) await step('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote']);
await step('wrangler', ['deploy', '--config', writeDeployedConfig(), ...args]);
