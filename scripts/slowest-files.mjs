// Where the time of a part of the tests goes, read from its runner's JSON report.

const SHOWN = 15;

/** The slowest files of a report as lines of "seconds, tests, file", slowest first. */
export function slowestFiles(report) {
  const files = report.testResults ? filesOfVitest(report) : filesOfPlaywright(report);
  return files
    .sort((a, b) => b.ms - a.ms)
    .slice(0, SHOWN)
    .map(({ file, ms, tests }) => `${toSeconds(ms)}  ${String(tests).padStart(4)}  ${file}`);
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

function filesOfPlaywright({ suites }) {
  return suites.map((suite) => {
    const times = timesOf(suite);
    return { file: suite.file, ms: times.reduce((sum, ms) => sum + ms, 0), tests: times.length };
  });
}

function timesOf({ specs = [], suites = [] }) {
  const results = specs.flatMap(({ tests }) => tests.flatMap((test) => test.results));
  return [...results.map(({ duration }) => duration), ...suites.flatMap(timesOf)];
}
