import { WorkerEntrypoint } from 'cloudflare:workers';

import type { Blueprint } from '#app/blueprint/blueprint.ts';
import type { TakenChanges } from '#app/blueprint/import/import-changes.ts';
import { importDocument } from '#app/blueprint/import/import-document.ts';
import { listDocument } from '#app/blueprint/import/list-document.ts';
import type { OperationSelector } from '#app/blueprint/operation-selector.ts';

/** First byte of a byte order mark in UTF-8, which is not part of the text. */
const BYTE_ORDER_MARK = 0xef;

/** Maximum number of progress reports: each is a call to the other isolate. */
const MAX_REPORTS = 50;

/** The import inside a one-off dynamic Worker, so that a huge document affects no other request. */
export default class ImportEntry extends WorkerEntrypoint {
  /** Document and outcome are streams, because a call's values are limited to 32 MiB. */
  async importDocument(
    document: ReadableStream<Uint8Array>,
    options: {
      url?: string;
      previous?: Blueprint;
      isAddition?: boolean;
      only?: OperationSelector;
      taken?: TakenChanges;
    },
    onProgress: (done: number, total: number) => void | Promise<void>,
  ): Promise<ReadableStream<Uint8Array>> {
    const reports: Promise<unknown>[] = [];
    let reported = 0;
    const outcome = await importDocument(await readAll(document), {
      ...options,
      onProgress: (done, total) => {
        if (done < total && done - reported < total / MAX_REPORTS) return;
        reported = done;
        reports.push(Promise.resolve(onProgress(done, total)));
      },
    });
    await Promise.all(reports);
    return toStream(outcome);
  }

  /** Lists the operations of a document, of which nothing is made. */
  async listDocument(
    document: ReadableStream<Uint8Array>,
    options: { url?: string },
  ): Promise<ReadableStream<Uint8Array>> {
    return toStream(await listDocument(await readAll(document), options));
  }
}

async function readAll(
  document: ReadableStream<Uint8Array>,
): Promise<string | Uint8Array<ArrayBuffer>> {
  const utf8 = new Uint8Array(await new Response(document).arrayBuffer());
  return utf8[0] === BYTE_ORDER_MARK ? new TextDecoder().decode(utf8) : utf8;
}

function toStream(outcome: object): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(JSON.stringify(outcome));
  return new ReadableStream({
    type: 'bytes',
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}
