import { test } from 'vitest';
import { CORPUS_SOURCES, judgeSource } from '../readiness/corpus-verdicts.ts';
test('x', { timeout: 600_000 }, async () => {
  for (const n of ['api.video', 'grpc-gateway-2.0.json', 'getgo.com/gotowebinar', 'biapi.pro']) {
    const s = CORPUS_SOURCES.find((c) => c.name === n)!;
    const { report } = await judgeSource(s);
    for (const c of report.checks) if (c.status === 'fail' || c.status === 'warn') console.log(n, c.status, c.id, c.evidence.text.slice(0, 500));
  }
});
