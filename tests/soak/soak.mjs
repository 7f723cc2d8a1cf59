// Random sessions with faults between their writes, and a look at everything afterwards; writes the result of a
// whole run beside this file. `npm run soak -- --seed 7 --sessions 20` holds some, always the same for a seed. Each
// fifty have a workerd and a seed of their own; `--from 100` takes the results of the first hundred from a run before.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT, runTool } from '../../scripts/toolchain.mjs';
import { table } from '../bench/timing.mjs';

const RESULT = path.join(ROOT, '.cache', 'soak', 'result.json');
const RESULTS = path.join(ROOT, 'tests', 'soak', 'results.md');
const ALL_SESSIONS = 500;
const PART_SESSIONS = 50;

const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);
const rows = (counts) => Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));

function toText(result, { load }) {
  const day = new Date().toISOString().slice(0, 10);
  const { seed, sessions, steps, statuses, faults, seconds, violations } = result;
  const { secrets, blobs, swept, objects, lines } = result;
  const told =
    violations.length === 0
      ? 'Nothing that was acknowledged was lost, nothing was doubled, no private thing was read, no secret was stored or logged in the open, every turn ended, each call was counted once, what is published answered, and no blob was left over.'
      : `${violations.length} things did not hold:\n\n${violations.map((each) => `- ${each}`).join('\n')}`;
  return `# The soak, held by \`npm run soak\`

${day}. Seed ${seed}, ${sessions} sessions, ${sum(steps)} steps, ${sum(faults)} faults, ${seconds} s (load of the machine before: ${load.toFixed(1)} on ${availableParallelism()} cores). Again: \`npm run soak -- --seed ${seed} --sessions ${sessions}\`.

**${told}**

At the end ${objects} objects, ${blobs} blobs and ${lines} lines of the log were looked through for ${secrets} secrets; the sweep had taken ${swept} blobs.

${table(['step', 'times'], rows(steps))}

${table(['fault', 'times'], rows(faults))}

${table(['status', 'answers'], rows(statuses))}
`;
}

/** What several parts have held, together. */
function merge(results) {
  const whole = { violations: [], steps: {}, statuses: {}, faults: {} };
  for (const result of results) {
    for (const name of ['sessions', 'secrets', 'blobs', 'swept', 'objects', 'lines', 'seconds']) {
      whole[name] = (whole[name] ?? 0) + result[name];
    }
    for (const name of ['steps', 'statuses', 'faults']) {
      for (const [key, count] of Object.entries(result[name])) {
        whole[name][key] = (whole[name][key] ?? 0) + count;
      }
    }
    whole.violations.push(...result.violations.map((each) => `seed ${result.seed}, ${each}`));
  }
  return whole;
}

/** Holds the sessions of one seed in a workerd of their own. */
async function runPart(seed, sessions) {
  rmSync(RESULT, { force: true });
  const begin = Date.now();
  const { output } = await runTool('vitest', ['run', '--config', 'tests/soak/vitest.config.ts'], {
    env: { SOAK_SEED: String(seed), SOAK_SESSIONS: String(sessions) },
  });
  if (!existsSync(RESULT)) {
    console.error(output.trimEnd());
    console.error('The soak ended without a result.');
    process.exit(1);
  }
  const result = JSON.parse(readFileSync(RESULT, 'utf8'));
  return { ...result, seconds: Math.round((Date.now() - begin) / 1_000) };
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1e9)) },
    sessions: { type: 'string', default: String(ALL_SESSIONS) },
    from: { type: 'string', default: '0' },
  },
});
const [seed, sessions, from] = [values.seed, values.sessions, values.from].map(Number);
console.log(`npm run soak -- --seed ${seed} --sessions ${sessions}`);
const [load = 0] = loadavg();
const results = [];
for (let held = 0; held < sessions; held += PART_SESSIONS) {
  const size = Math.min(PART_SESSIONS, sessions - held);
  const part = seed + held / PART_SESSIONS;
  const kept = path.join(path.dirname(RESULT), `part-${part}-${size}.json`);
  const isKept = held < from && existsSync(kept);
  const result = isKept ? JSON.parse(readFileSync(kept, 'utf8')) : await runPart(part, size);
  writeFileSync(kept, JSON.stringify(result));
  results.push(result);
  console.log(`seed ${part}: ${size} sessions, ${result.violations.length} violations`);
}
const result = { ...merge(results), seed };
const text = toText(result, { load });
console.log(`\n${text}`);
if (sessions >= ALL_SESSIONS) {
  writeFileSync(RESULTS, text);
  await runTool('oxfmt', [RESULTS]);
}
process.exit(result.violations.length === 0 ? 0 : 1);
