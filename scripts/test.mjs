// All tests, part by part, one at a time; `npm test -- <part>` runs one of them, and `--times` lists the
// slowest files.
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

import { makeBuild } from './built-files.mjs';
import { runChecks } from './check.mjs';
import { failedTests, slowestFiles, toSeconds } from './test-reports.mjs';
import { ROOT, runTool } from './toolchain.mjs';

const REPORTS = path.join(ROOT, '.cache', 'test');
/**
 * A part that hangs must end. Beside other work on the machine a part takes several times as long as alone.
 */
const PART_MS = 180 * 60_000;

const PARTS = {
  check: () => runChecks(),
  node: async (args) => sum(await build('cli'), await runVitest('node', args)),
  screens: (args) => runVitest('screens', args),
  workerd: (args) => runVitest('workerd', args),
  journeys: async (args) => {
    const built = sum(await build('production'), await build('emulator'));
    return sum(built, await runVitest('journeys', args));
  },
  browser: async (args) => sum(await build('emulator'), await runPlaywright(args)),
};

function sum(...counts) {
  const add = (key) => counts.reduce((total, count) => total + count[key], 0);
  return { passed: add('passed'), failed: add('failed') };
}

/** Counts only when it fails: `check` has counted the build already. */
async function build(name) {
  return { passed: 0, failed: (await makeBuild(name)) ? 0 : 1 };
}

async function runVitest(project, args) {
  const report = newReport(project);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const all = ['run', '--project', project, ...reporters, ...args];
  const { code } = await runTool('vitest', all, { show: true, timeoutMs: PART_MS });
  return readCount(project, code, report, toVitestCount);
}

function toVitestCount({ numPassedTests, numFailedTests, numTotalTests, testResults }) {
  const isEmpty = (file) => file.assertionResults.length === 0;
  return {
    passed: numPassedTests,
    // A file that could not be loaded has no failed test.
    failed: numFailedTests + testResults.filter(isEmpty).length,
    notRun: numTotalTests - numPassedTests - numFailedTests,
  };
}

async function runPlaywright(args) {
  const report = newReport('browser');
  const { code } = await runTool('playwright', ['test', '--reporter=list,json', ...args], {
    show: true,
    timeoutMs: PART_MS,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return readCount('browser', code, report, ({ stats, errors }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    notRun: stats.skipped,
  }));
}

function newReport(part) {
  const file = path.join(REPORTS, `${part}.json`);
  mkdirSync(REPORTS, { recursive: true });
  rmSync(file, { force: true });
  return file;
}

/** Result reported by a runner; tests that it did not run or report count as failed. */
function readCount(part, code, file, toCount) {
  let count;
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'));
    count = toCount(report);
    failures.push(...failedTests(report));
    if (showsTimes) console.log(slowestFiles(report).join('\n'));
  } catch {
    console.error(`The part ${part} ended without a report.`);
    return { passed: 0, failed: 1 };
  }
  const { passed, notRun } = count;
  if (notRun > 0)
    console.error(`The part ${part} left out ${notRun} tests: that counts as failed.`);
  const failed = count.failed + notRun;
  if (failed === 0 && (code !== 0 || passed === 0)) {
    console.error(`The part ${part} ended with code ${code} after ${passed} passed tests.`);
    return { passed, failed: 1 };
  }
  return { passed, failed };
}

const given = process.argv.slice(2);
const showsTimes = given.includes('--times');
const [wanted, ...args] = given.filter((each) => each !== '--times');
if (wanted && !(wanted in PARTS)) {
  console.error(`There is no part "${wanted}": choose among ${Object.keys(PARTS).join(', ')}.`);
  process.exit(1);
}
const took = [];
/** Told at the end, where the log of a run is looked at first. */
const failures = [];
let total = { passed: 0, failed: 0 };
for (const part of wanted ? [wanted] : Object.keys(PARTS)) {
  console.log(`\n${part}`);
  const start = Date.now();
  total = sum(total, await PARTS[part](args));
  took.push(`${toSeconds(Date.now() - start)}  ${part}`);
}
console.log(`\n${took.join('\n')}`);
if (failures.length > 0) console.log(`\nFailed:\n${failures.join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed > 0 ? 1 : 0;
