import { test } from 'vitest';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { toBlueprintListing } from '#app/blueprint/list-bytes.ts';
import { readDocument } from '../corpus/corpus.ts';
const rows: Record<string, [number, number, number]> = {
 'petstore-2.0.yaml': [18,120,94], 'petstore-3.0.json':[32,141,105],'rclone-3.1.yaml':[167,661,105],'asana-3.0.json':[154,806,109],'docker-engine-2.0.yaml':[114,966,109],'discord-3.1.json':[76,286,120],'kubernetes-2.0.json':[287,538,127],'github.com':[324,667,125]};
test('x', { timeout: 600_000 }, async () => {
  for (const [name, m] of Object.entries(rows)) {
    const o = await importDocument(readDocument(name)); if (!o.ok) throw 1;
    const { tools } = toBlueprintListing(o.value.blueprint);
    const all = JSON.stringify(tools).length;
    const outs = tools.flatMap((t) => t.outputSchema ? [JSON.stringify(t.outputSchema).length] : []);
    console.log(name, tools.length, 'chars', all, 'outs', outs.length, outs.reduce((a, b) => a + b, 0), m.join(' '));
  }
});
