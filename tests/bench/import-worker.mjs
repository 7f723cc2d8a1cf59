// The import as its own isolate runs it (app/sandbox/import-entry.ts), behind a request.
import { importDocument } from '#app/blueprint/import/import-document.ts';

export default {
  async fetch(request) {
    const utf8 = new Uint8Array(await request.arrayBuffer());
    let reports = 0;
    const outcome = await importDocument(utf8, {
      onProgress: () => (reports += 1),
    });
    if (!outcome.ok) return Response.json({ error: outcome.message }, { status: 400 });
    const { length } = JSON.stringify(outcome);
    return Response.json({ tools: outcome.value.blueprint.tools.length, reports, length });
  },
};
