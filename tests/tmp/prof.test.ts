import { test } from 'vitest';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toFacts } from '#app/blueprint/readiness/facts.ts';
import { judge } from '#app/blueprint/readiness/judge.ts';
import { toolRules } from '#app/blueprint/readiness/tools.ts';
import { securityRules } from '#app/blueprint/readiness/security.ts';
import { upstreamRules } from '#app/blueprint/readiness/upstream.ts';
import { addressOf, readDocument } from '../corpus/corpus.ts';
test('x', { timeout: 600_000 }, async () => {
  for (const name of ['github.com', 'mist.com', 'stripe.com', 'visma.net']) {
    const o = await importDocument(readDocument(name), { url: addressOf(name) }); if (!o.ok) throw 1;
    const blueprint = o.value.blueprint;
    judge({ blueprint });
    const facts = toFacts({ blueprint });
    const rows: [string, number][] = [];
    for (const r of [...toolRules, ...securityRules, ...upstreamRules]) { const t = process.cpuUsage(); r.judge(facts); const u = process.cpuUsage(t); rows.push([r.id, Math.round((u.user + u.system) / 1000)]); }
    console.log(name, rows.sort((a, b) => b[1] - a[1]).slice(0, 9).map((r) => r.join(' ')).join(', '), 'SUM', rows.reduce((s, r) => s + r[1], 0));
  }
});
