import { test } from 'vitest';
import { writeFileSync } from 'node:fs';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { findByFormat } from '#app/platform/credentials/find-credentials.ts';
import { addressOf, CORPUS_NAMES, readDocument } from '../corpus/corpus.ts';
test('x', { timeout: 600_000 }, async () => {
  const rows: string[] = [];
  for (const name of CORPUS_NAMES) {
    const outcome = await importDocument(readDocument(name), { url: addressOf(name) });
    if (!outcome.ok) throw new Error(name);
    const text = JSON.stringify(outcome.value.blueprint);
    const found = findByFormat(text);
    if (found.length) rows.push(name + ' ' + found.length + ' ' + JSON.stringify([...new Set(found.map((f) => f.kind + ' ' + text.slice(f.start - 60, f.end).slice(0,150)))].slice(0, 6), null, 1));
  }
  writeFileSync('/tmp/sec.txt', rows.join('\n'));
});
