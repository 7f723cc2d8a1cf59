import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import { addressOf, CORPUS_NAMES, readDocument } from '../corpus/corpus.ts';
test('x', { timeout: 600_000 }, async () => {
  const rows: string[] = [];
  for (const name of CORPUS_NAMES) {
    let t = Date.now();
    const outcome = await importDocument(readDocument(name), { url: addressOf(name) });
    if (!outcome.ok) throw new Error(name);
    const t1 = Date.now() - t; t = Date.now();
    const r = judge({ blueprint: outcome.value.blueprint });
    const t2 = Date.now() - t;
    rows.push([name, outcome.value.blueprint.tools.length, JSON.stringify(r.verdict), r.score, Math.floor(100*r.points/r.possible), r.checks.filter(c => c.status === 'fail').map(c => c.id).join(','), 'W:' + r.checks.filter(c => c.status === 'warn').map(c => c.id).join(','), t1, t2].join(' | '));
    for (const id of (process.env.IDS ?? '').split(',')) {
      const c = r.checks.find((c) => c.id === id);
      if (c && c.status !== 'pass' && c.status !== 'notApplicable') rows.push('    ' + id + ' ' + c.status + ': ' + c.evidence.text + '\n       ' + (c.evidence.got ?? '').replaceAll('\n', '\n       ') + '\n' + JSON.stringify(c.fix?.label ?? c.fix?.edits?.slice(0, 2))?.slice(0, 300));
    }
  }
  writeFileSync('/tmp/base.txt', rows.join('\n'));
});
