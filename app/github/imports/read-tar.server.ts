const BLOCK = 512;
/** Names and other headers are short; longer ones are passed over. */
const MAX_HEADER = 65_536;

/** A file of an archive, whose bytes are read or passed over. */
export interface TarEntry {
  path: string;
  kind: 'file' | 'link' | 'other';
  size: number;
}

/**
 * Reads an archive as it arrives; what is not wanted is passed over, however large.
 *
 * @param wants whether the bytes of a file are kept
 * @param onFile gets each file that is wanted
 * @param onLink is told of each link, which is not followed
 * @throws TarError where it is no archive, or ends too early
 */
export async function readTar(
  body: ReadableStream<Uint8Array>,
  wants: (entry: TarEntry) => boolean,
  onFile: (entry: TarEntry, bytes: Uint8Array) => void,
  onLink: (entry: TarEntry) => void,
): Promise<void> {
  const source = new ByteSource(body);
  try {
    await readEntries(source, wants, onFile, onLink);
  } finally {
    // Whoever sends it must not wait for a reader who has had enough.
    await source.close();
  }
}

async function readEntries(
  source: ByteSource,
  wants: (entry: TarEntry) => boolean,
  onFile: (entry: TarEntry, bytes: Uint8Array) => void,
  onLink: (entry: TarEntry) => void,
): Promise<void> {
  let longName: string | null = null;
  for (;;) {
    const header = await source.take(BLOCK);
    if (header === null) throw new TarError('The archive ends too early.');
    if (header.every((byte) => byte === 0)) return;
    const size = readOctal(header.subarray(124, 136));
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    const type = String.fromCharCode(header[156] ?? 0);
    if ((type === 'x' || type === 'L') && size <= MAX_HEADER) {
      const bytes = await source.take(size);
      await source.skip(padding);
      longName = bytes && (type === 'L' ? toText(bytes) : readPaxPath(toText(bytes)));
      continue;
    }
    const path = longName ?? readName(header);
    longName = type === 'g' ? longName : null;
    const kind =
      type === '0' || type === '\0' ? 'file' : type === '2' || type === '1' ? 'link' : 'other';
    const entry: TarEntry = { path, kind, size };
    if (kind === 'link') onLink(entry);
    if (kind === 'file' && wants(entry)) {
      const bytes = await source.take(size);
      if (bytes === null) throw new TarError('The archive ends too early.');
      onFile(entry, bytes);
      await source.skip(padding);
    } else await source.skip(size + padding);
  }
}

/** Something that is no archive. */
export class TarError extends Error {
  override name = 'TarError';
}

function readName(header: Uint8Array): string {
  const name = toText(header.subarray(0, 100));
  const prefix = toText(header.subarray(345, 500));
  return prefix === '' ? name : `${prefix}/${name}`;
}

function toText(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return new TextDecoder().decode(end === -1 ? bytes : bytes.subarray(0, end));
}

function readOctal(bytes: Uint8Array): number {
  const size = Number.parseInt(toText(bytes).trim() || '0', 8);
  if (!Number.isSafeInteger(size) || size < 0) throw new TarError('This is no archive.');
  return size;
}

/** The path among the lines of an extended header: `30 path=folder/file`. */
function readPaxPath(text: string): string | null {
  return /^\d+ path=(.*)$/m.exec(text)?.[1] ?? null;
}

/** The bytes of a stream in pieces of any size. */
class ByteSource {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  #rest: Uint8Array = new Uint8Array();

  constructor(body: ReadableStream<Uint8Array>) {
    this.#reader = body.getReader();
  }

  /** The next bytes; null: there are not as many. */
  async take(size: number): Promise<Uint8Array | null> {
    const taken = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      if (this.#rest.length === 0 && !(await this.#read())) return null;
      const part = this.#rest.subarray(0, size - filled);
      taken.set(part, filled);
      filled += part.length;
      this.#rest = this.#rest.subarray(part.length);
    }
    return taken;
  }

  async skip(size: number): Promise<void> {
    let left = size;
    while (left > 0) {
      if (this.#rest.length === 0 && !(await this.#read()))
        throw new TarError('The archive ends too early.');
      const part = Math.min(left, this.#rest.length);
      this.#rest = this.#rest.subarray(part);
      left -= part;
    }
  }

  /** Also of a stream that broke off, of which the reason is told elsewhere. */
  async close(): Promise<void> {
    await this.#reader.cancel().catch(() => undefined);
  }

  async #read(): Promise<boolean> {
    const { done, value } = await this.#reader.read();
    if (value) this.#rest = value;
    return !done;
  }
}
