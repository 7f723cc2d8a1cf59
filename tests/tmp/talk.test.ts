import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { judge } from '#app/blueprint/readiness/judge.ts';
import { Talk } from '../builder/built-in/talk.ts';
const cases = JSON.parse(readFileSync('tests/requests/cases.json', 'utf8'));
test('x', { timeout: 300000 }, async () => {
  const out: string[] = [];
  const list = Array.isArray(cases) ? cases : cases.cases ?? Object.values(cases);
  const counts: Record<string, number> = {};
  for (const c of list.flat()) {
    const talk = new Talk();
    let last: any = null; const texts: string[] = [];
    for (const t of c.turns) { texts.push(t.user ?? JSON.stringify(t).slice(0, 200)); try { last = await talk.say(t.user ?? ''); } catch (e) { out.push('ERR ' + String(e).slice(0, 200)); break; } }
    if (!last) continue;
    const r = judge({ blueprint: last.blueprint });
    const f = r.checks.filter((k) => k.status === 'fail');
    for (const k of f) counts[k.id] = (counts[k.id] ?? 0) + 1;
    out.push(JSON.stringify(r.verdict) + ' ' + texts.join(' || ').slice(0, 300).replaceAll('\n', '⏎'));
    for (const k of f) out.push('    ' + k.id + ': ' + k.evidence.text);
    for (const t of last.blueprint.tools.slice(0, 4)) out.push('      ' + t.name + ': ' + t.description?.slice(0, 160));
  }
  writeFileSync('/tmp/talk.txt', JSON.stringify(counts) + '\n' + out.join('\n'));
});
