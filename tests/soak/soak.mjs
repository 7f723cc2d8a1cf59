// Random sessions with faults between their writes, and a look at everything afterwards; writes the result of a
// whole run beside this file. `npm run soak -- --seed 7 --sessions 20` holds some, always the same for a seed.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { ROOT, runTool } from '../../scripts/toolchain.mjs';
import { table } from '../bench/timing.mjs';

const RESULT = path.join(ROOT, '.cache', 'soak', 'result.json');
const RESULTS = path.join(ROOT, 'tests', 'soak', 'results.md');
const ALL_SESSIONS = 200;

const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);
const rows = (counts) => Object.entries(counts).toSorted(([a], [b]) => (a < b ? -1 : 1));

function toText(result, { seconds, load }) {
  const day = new Date().toISOString().slice(0, 10);
  const { seed, sessions, steps, statuses, faults, secrets, blobs, swept, objects } = result;
  const { violations } = result;
  const { 'is checked': _, ...done } = steps;
  const told =
    violations.length === 0
      ? 'Nothing that was acknowledged was lost, nothing was doubled, no private thing was read, no secret was stored in the open, every turn ended, and no blob was left over.'
      : `${violations.length} things did not hold:\n\n${violations.map((each) => `- ${each}`).join('\n')}`;
  return `# The soak, held by \`npm run soak\`

${day}. Seed ${seed}, ${sessions} sessions, ${sum(done)} steps, ${sum(faults)} faults, ${Math.round(seconds)} s (load of the machine before: ${load.toFixed(1)} on ${availableParallelism()} cores). Again: \`npm run soak -- --seed ${seed} --sessions ${sessions}\`.

**${told}**

At the end ${objects} objects and ${blobs} blobs were looked through for ${secrets} secrets; the sweep had taken ${swept} blobs.

${table(['step', 'times'], rows(done))}

${table(['fault', 'times'], rows(faults))}

${table(['status', 'answers'], rows(statuses))}
`;
}

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(1 + Math.floor(Math.random() * 1e9)) },
    sessions: { type: 'string', default: String(ALL_SESSIONS) },
  },
});
const { seed, sessions } = values;
console.log(`npm run soak -- --seed ${seed} --sessions ${sessions}`);
rmSync(RESULT, { force: true });
const [load = 0] = loadavg();
const begin = Date.now();
const { code, output } = await runTool(
  'vitest',
  ['run', '--config', 'tests/soak/vitest.config.ts'],
  {
    env: { SOAK_SEED: seed, SOAK_SESSIONS: sessions },
  },
);
let result;
try {
  result = JSON.parse(readFileSync(RESULT, 'utf8'));
} catch {
  console.error(output.trimEnd());
  console.error('The soak ended without a result.');
  process.exit(1);
}
const text = toText(result, { seconds: (Date.now() - begin) / 1_000, load });
console.log(`\n${text}`);
if (Number(sessions) >= ALL_SESSIONS) {
  writeFileSync(RESULTS, text);
  await runTool('oxfmt', [RESULTS]);
}
process.exit(code === 0 && result.violations.length === 0 ? 0 : 1);
