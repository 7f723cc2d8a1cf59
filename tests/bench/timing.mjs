// What every measurement needs: runs, medians, and how figures are written.
import { performance } from 'node:perf_hooks';

/** The value that a share of the sorted ones lies below; 0.5 is the median. */
export const at = (sorted, share) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

export const median = (values) => at(toSorted(values), 0.5);

export const toSorted = (values) => values.toSorted((a, b) => a - b);

export const ms = (value) => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;

export const mb = (bytes) =>
  bytes < 50_000 ? '< 0.1 MB' : `${(bytes / 1e6).toFixed(bytes < 10e6 ? 1 : 0)} MB`;

/** Times of so many runs, sorted; the first run is a warm-up and does not count. */
export async function time(runs, work) {
  const times = [];
  for (let run = -1; run < runs; run += 1) {
    const before = performance.now();
    await work();
    if (run >= 0) times.push(performance.now() - before);
  }
  return toSorted(times);
}

/** A table of Markdown. */
export const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
