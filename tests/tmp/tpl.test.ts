import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { templates } from '#app/templates/templates.ts';
import { reportOf } from '../readiness/running.ts';
test('x', { timeout: 300000 }, async () => {
  const out: string[] = [];
  for (const path of [...templates.map(({ id }) => `app/templates/${id}.yaml`), 'tests/import/collections/pet-shop-2.1.json', 'tests/import/collections/tickets-2.0.json', 'tests/specs/petstore-3.0.json']) {
    const o = await importDocument(readFileSync(path, 'utf8')); if (!o.ok) throw 1;
    const r = await reportOf(o.value.blueprint);
    out.push(path, JSON.stringify(r.verdict) + ' ' + r.score + ' ' + r.reason);
    for (const c of r.checks) if (c.status === 'fail' || c.status === 'warn') out.push('   ' + c.status + ' ' + c.id + ' ' + c.evidence.text);
    for (const t of o.value.blueprint.tools) out.push('      ' + t.name + ': ' + t.description?.slice(0, 200).replaceAll('\n', ' / '));
  }
  writeFileSync('/tmp/tpl.txt', out.join('\n'));
});
