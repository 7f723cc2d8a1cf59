import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { CORPUS_SOURCES, judgeSource, toFailureTable, toVerdictTable } from '../readiness/corpus-verdicts.ts';
test('x', { timeout: 600_000 }, async () => {
  const judged = [];
  for (const s of CORPUS_SOURCES) { const t = process.cpuUsage(); const j = await judgeSource(s); const u = process.cpuUsage(t); judged.push(j); if ((u.user+u.system) > 1e6) console.log('SLOW', s.name, j.tools, (u.user + u.system) / 1e6); }
  writeFileSync('/tmp/verdicts.md', toVerdictTable(judged));
  writeFileSync('/tmp/failures.md', toFailureTable(judged));
  writeFileSync('/tmp/each.txt', judged.map((j) => [j.name, j.tools, JSON.stringify(j.report.verdict), j.report.score, j.report.checks.filter((c) => c.status === 'fail').map((c) => c.id).join(','), j.report.checks.find((c) => c.id === 'tools.tokens')?.evidence.text.slice(0, 60)].join(' | ')).join('\n'));
});
