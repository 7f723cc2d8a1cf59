import { WorkerEntrypoint } from 'cloudflare:workers';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';

/** First byte of a byte order mark in UTF-8, which is not part of the text. */
const BYTE_ORDER_MARK = 0xef;

/** Maximum number of progress reports: each is a call to the other isolate. */
const MAX_REPORTS = 50;

/** The import inside a one-off dynamic Worker, so that a huge document affects no other request. */
export default class ImportEntry extends WorkerEntrypoint {
  /** Document and outcome are streams, because a call's values are limited to 32 MiB. */
  async importDocument(
    document: ReadableStream<Uint8Array>,
    options: { url?: string; previous?: Blueprint; isAddition?: boolean },
    onProgress: (done: number, total: number) => void | Promise<void>,
  ): Promise<ReadableStream<Uint8Array>> {
    const reports: Promise<unknown>[] = [];
    let reported = 0;
    const utf8 = new Uint8Array(await new Response(document).arrayBuffer());
    const isMarked = utf8[0] === BYTE_ORDER_MARK;
    const outcome = await importDocument(isMarked ? new TextDecoder().decode(utf8) : utf8, {
      ...options,
      onProgress: (done, total) => {
        if (done < total && done - reported < total / MAX_REPORTS) return;
        reported = done;
        reports.push(Promise.resolve(onProgress(done, total)));
      },
    });
    await Promise.all(reports);
    const body = new Response(JSON.stringify(outcome)).body;
    if (body === null) throw new Error('An outcome has a body.');
    return body;
  }
}
