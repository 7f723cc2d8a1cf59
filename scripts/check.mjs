// Types, lint, format, dead code and size, in this order; all of them, even if one fails.
import { pathToFileURL } from 'node:url';

import { isBuildFresh } from './built-files.mjs';
import { runTool } from './toolchain.mjs';

const PROJECTS = ['app', 'worker', 'cli', 'node', 'template'];

const CHECKS = [
  // Not the build's own configuration, which may be older.
  {
    name: 'types of bindings',
    tool: 'wrangler',
    // Those of the runtime come from @cloudflare/workers-types.
    args: ['types', '--config', 'wrangler.toml', '--include-runtime', 'false'],
  },
  { name: 'types of routes', tool: 'react-router', args: ['typegen'] },
  ...PROJECTS.map((project) => ({
    name: `types of ${project}`,
    tool: 'tsc',
    args: ['--project', `tsconfig.${project}.json`],
  })),
  { name: 'lint', tool: 'oxlint', args: ['--type-aware'] },
  { name: 'format', tool: 'oxfmt', args: ['--check', '.'] },
  { name: 'dead code', tool: 'knip', args: ['--no-progress', '--no-config-hints'] },
  { name: 'build', tool: 'react-router', args: ['build'], isDone: () => isBuildFresh() },
  {
    name: 'build of the command line',
    tool: 'vite',
    args: ['build', '--config', 'vite.cli.config.ts'],
    isDone: () => isBuildFresh('cli'),
  },
  { name: 'size', tool: 'size-limit', args: [] },
];

/**
 * Runs all checks, or the named ones, and prints their results.
 * @returns {Promise<{passed: number, failed: number}>}
 */
export async function runChecks(names = []) {
  const chosen = CHECKS.filter(({ name }) => names.length === 0 || names.includes(name));
  const count = { passed: 0, failed: 0 };
  for (const { name, tool, args, isDone } of chosen) {
    const { code, output } = isDone?.() ? { code: 0, output: '' } : await runTool(tool, args);
    console.log(`${code === 0 ? '✓' : '✗'} ${name}`);
    if (code !== 0) console.log(output.trimEnd());
    count[code === 0 ? 'passed' : 'failed'] += 1;
  }
  return count;
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { failed } = await runChecks(process.argv.slice(2));
  process.exitCode = failed > 0 ? 1 : 0;
}
