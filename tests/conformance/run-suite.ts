import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import * as z from 'zod';

const SUITE =
  'tests/conformance/suite/node_modules/@modelcontextprotocol/conformance/dist/index.js';

/** The revisions whose requirements we meet. */
export const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
export type Revision = (typeof REVISIONS)[number];

/** Scenarios of each, those included that are not scored. */
export const SCENARIOS: Record<Revision, number> = { '2026-07-28': 50, '2025-11-25': 33 };

const Checks = z.array(z.looseObject({ id: z.string(), status: z.string() }));

/** Outcome of one check; the folder of its scenario bears a time behind the name. */
export interface SuiteVerdict {
  scenario: string;
  id: string;
  status: string;
}

/** How the official suite ended. */
export interface SuiteReport {
  /** 0: every requirement is met, or those that are not are the expected ones. */
  code: number;
  /** Scenarios that were run, those included that are not scored. */
  scenarios: number;
  /** Checks of theirs by outcome. */
  checks: Record<string, number>;
  /** Each of them. */
  verdicts: SuiteVerdict[];
  /** What the suite printed. */
  output: string;
}

/**
 * Runs the official suite's requirements of a revision against a server.
 *
 * @param baseline the file of scenarios that this kind of server cannot pass; absent: it passes all
 */
export async function runSuite(
  url: string,
  revision: Revision,
  baseline?: string,
): Promise<SuiteReport> {
  const folder = await mkdtemp(path.join(tmpdir(), 'conformance-'));
  const args = ['server', '--url', url, '--requirements', revision, '-o', folder];
  if (baseline !== undefined) args.push('--expected-failures', baseline);
  const { code, output } = await runCommand(args);
  const scenarios = await readdir(folder);
  const checks: Record<string, number> = {};
  const verdicts: SuiteVerdict[] = [];
  for (const scenario of scenarios) {
    const file = path.join(folder, scenario, 'checks.json');
    // A scenario that gave up has none.
    if (!existsSync(file)) continue;
    const text = await readFile(file, 'utf8');
    for (const { id, status } of Checks.parse(JSON.parse(text))) {
      checks[status] = (checks[status] ?? 0) + 1;
      verdicts.push({ scenario, id, status });
    }
  }
  await rm(folder, { recursive: true });
  return { code, scenarios: scenarios.length, checks, verdicts, output };
}

/** Runs the official suite with these arguments. */
export async function runCommand(args: string[]): Promise<{ code: number; output: string }> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [SUITE, ...args], {
      maxBuffer: 50_000_000,
    });
    return { code: 0, output: stdout + stderr };
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error && 'stderr' in error)) throw error;
    const code = 'code' in error && typeof error.code === 'number' ? error.code : 1;
    return { code, output: `${String(error.stdout)}${String(error.stderr)}` };
  }
}

/** What a server cannot pass whose tools are not the suite's own, by revision. */
const GENERIC: Record<Revision, string> = {
  '2026-07-28': 'tests/conformance/generic-2026-07-28.yml',
  '2025-11-25': 'tests/conformance/generic-2025-11-25.yml',
};

/** Documents whose servers are held to the suite. */
export const GENERIC_SPECS = [
  { spec: 'petstore-2.0.yaml', listsResources: false },
  { spec: 'petstore-3.0.json', listsResources: false },
  // Their lists of tools are long, so that schemas are shortened and stand in resources in full.
  { spec: 'rclone-3.1.yaml', listsResources: true },
  { spec: 'asana-3.0.json', listsResources: true },
];

/** Entries of those files that a server passes after all when it lists resources. */
const WITH_RESOURCES = ['resources-list', 'sep-2164-resource-not-found'];

/** The file of what such a server cannot pass; one that is written lies in a folder that the caller removes. */
export async function prepareBaseline(
  revision: Revision,
  listsResources: boolean,
  folder: string,
): Promise<string> {
  if (!listsResources) return GENERIC[revision];
  const lines = (await readFile(GENERIC[revision], 'utf8')).split('\n');
  const file = path.join(folder, path.basename(GENERIC[revision]));
  const passed = new Set(WITH_RESOURCES.map((scenario) => `  - ${scenario}`));
  await writeFile(file, lines.filter((line) => !passed.has(line)).join('\n'));
  return file;
}

/** One line for people. */
export function describeReport(name: string, revision: Revision, report: SuiteReport): string {
  const checks = Object.entries(report.checks).map(([status, count]) => `${count} ${status}`);
  return `${name}, ${revision}: ${report.scenarios} scenarios (checks: ${checks.join(', ')})`;
}
