// What the JSON report of a part's runner (vitest or Playwright) says: where the time went, and what failed.
import { stripVTControlCharacters } from 'node:util';

const SHOWN = 15;
const MESSAGE_LINES = 6;

/** The slowest files of a report as lines of "seconds, tests, file", slowest first. */
export function slowestFiles(report) {
  const files = report.testResults ? filesOfVitest(report) : filesOfPlaywright(report);
  return files
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(({ file, ms, tests }) => `${toSeconds(ms)}  ${String(tests).padStart(4)}  ${file}`);
}

/** Each failed test of a report with its file and the beginning of its message. */
export function failedTests(report) {
  const failures = report.testResults ? failuresOfVitest(report) : failuresOfPlaywright(report);
  return failures.map(({ name, message }) => `${name}\n${toBeginning(message)}`);
}

/** Milliseconds as seconds, in a column. */
export function toSeconds(ms) {
  return `${(ms / 1000).toFixed(1).padStart(7)} s`;
}

function filesOfVitest({ testResults }) {
  return testResults.map(({ name, startTime, endTime, assertionResults }) => ({
    file: name.slice(name.indexOf('/tests/') + 1),
    ms: endTime - startTime,
    tests: assertionResults.length,
  }));
}

function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    if (status === 'failed' && assertionResults.length === 0) return [{ name, message }];
    return assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => ({
        name: `${name} > ${test.fullName}`,
        message: test.failureMessages.join('\n'),
      }));
  });
}

function failuresOfPlaywright({ suites, errors }) {
  const failures = suites.flatMap(specsOf).filter(({ ok }) => !ok);
  return [
    ...failures.map(({ file, title, tests }) => ({
      name: `${file} > ${title}`,
      message: tests
        .flatMap(({ results }) => results.map(({ error }) => error?.message))
        .join('\n'),
    })),
    ...errors.map(({ message }) => ({ name: 'the browser tests', message })),
  ];
}

function specsOf({ specs = [], suites = [] }) {
  return [...specs, ...suites.flatMap(specsOf)];
}

function toBeginning(message = '') {
  const lines = stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES);
  return lines.map((line) => `    ${line}`).join('\n');
}

function filesOfPlaywright({ suites }) {
  return suites.map((suite) => {
    const times = timesOf(suite);
    return { file: suite.file, ms: times.reduce((sum, ms) => sum + ms, 0), tests: times.length };
  });
}

function timesOf(suite) {
  const results = specsOf(suite).flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return results.map(({ duration }) => duration);
}
