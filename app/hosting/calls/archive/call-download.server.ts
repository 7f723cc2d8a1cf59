import type { CallEntry } from '#app/hosting/calls/call-entry.ts';

/** Formats of a download. */
export const DOWNLOAD_FORMATS = ['ndjson', 'csv'] as const;
export type DownloadFormat = (typeof DOWNLOAD_FORMATS)[number];

const MEDIA_TYPES: Record<DownloadFormat, string> = {
  ndjson: 'application/x-ndjson; charset=utf-8',
  csv: 'text/csv; charset=utf-8; header=present',
};

const COLUMNS = [
  'id',
  'time',
  'tool',
  'end',
  'cause',
  'status',
  'version',
  'key',
  'app',
  'milliseconds',
  'requestBytes',
  'resultBytes',
  'request',
  'arguments',
] as const;

/** Text that is sent at once. */
const CHUNK = 64 * 1_024;

/** Answers with a file of calls, written as it is read. */
export function answerDownload(
  calls: AsyncGenerator<CallEntry[]>,
  format: DownloadFormat,
  name: string,
): Response {
  return new Response(toStream(format === 'csv' ? toCsv(calls) : toNdjson(calls)), {
    headers: {
      'content-type': MEDIA_TYPES[format],
      'content-disposition': `attachment; filename="${name}.${format}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  });
}

/** Nothing is read before somebody takes it. */
function toStream(lines: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        let text = '';
        while (text.length < CHUNK) {
          const next = await lines.next();
          if (next.done) {
            if (text !== '') controller.enqueue(encoder.encode(text));
            return controller.close();
          }
          text += next.value;
        }
        controller.enqueue(encoder.encode(text));
      },
      async cancel() {
        await lines.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}

async function* toNdjson(calls: AsyncGenerator<CallEntry[]>): AsyncGenerator<string> {
  for await (const some of calls) {
    yield some.map((call) => `${JSON.stringify(call)}\n`).join('');
  }
}

async function* toCsv(calls: AsyncGenerator<CallEntry[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const some of calls) yield some.map(toRow).join('');
}

function toRow(call: CallEntry): string {
  const row = { ...call, time: new Date(call.at).toISOString() };
  return `${COLUMNS.map((column) => toCell(row[column])).join(',')}\r\n`;
}

/** One cell. A text that a spreadsheet would take for a formula is none any more. */
function toCell(value: string | number | null): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value.replace(/^[=+\-@\t\r]/, "'$&") : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
