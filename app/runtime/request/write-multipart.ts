import { concatenate } from '../bytes.ts';
import type { JsonObject, JsonValue, PartEncoding } from '../definition.ts';
import { toText } from '../json.ts';
import { isMediaType, readFile } from './read-file.ts';
import { serializePairs } from './serialize-style.ts';

interface Part {
  name: string;
  /** Absent for plain values, as in browsers. */
  mediaType?: string;
  filename?: string;
  content: Uint8Array;
}

/**
 * Serializes a multipart body (RFC 7578). The boundary is derived from the content, so the same arguments
 * give the same bytes.
 *
 * @throws ArgumentError if a file is not base64.
 */
export function writeMultipart(
  mediaType: string,
  value: JsonObject,
  encodings: { [property: string]: PartEncoding },
  argument: string,
): { mediaType: string; content: Uint8Array } {
  const parts = Object.entries(value).flatMap(([name, item]) =>
    partsOf(name, item, encodings[name] ?? {}, `${argument}.${name}`),
  );
  const boundary = chooseBoundary(parts);
  const chunks = parts.flatMap((part) => [
    encode(headOf(part, boundary)),
    part.content,
    encode('\r\n'),
  ]);
  chunks.push(encode(`--${boundary}--\r\n`));
  return { mediaType: `${mediaType}; boundary=${boundary}`, content: concatenate(chunks) };
}

function partsOf(name: string, value: JsonValue, encoding: PartEncoding, argument: string): Part[] {
  if (value === null) return [];
  if (encoding.file === true) {
    if (!Array.isArray(value)) return [filePart(name, value, encoding, argument)];
    return value.map((item, index) => filePart(name, item, encoding, `${argument}[${index}]`));
  }
  if (encoding.style !== undefined || encoding.explode !== undefined) {
    const { style = 'form', explode = style === 'form' } = encoding;
    return serializePairs({ name, style, explode, unescaped: 'all' }, value).map(
      ([pairName, text]) => ({ name: pairName, content: encode(text ?? '') }),
    );
  }
  const items = Array.isArray(value) && !isJson(encoding.mediaType) ? value : [value];
  return items.filter((item) => item !== null).map((item) => valuePart(name, item, encoding));
}

function filePart(name: string, value: JsonValue, encoding: PartEncoding, argument: string): Part {
  const file = readFile(argument, value);
  return {
    name,
    filename: file.name ?? name,
    mediaType: firstConcrete(encoding.mediaType) ?? file.mediaType ?? 'application/octet-stream',
    content: file.bytes,
  };
}

function valuePart(name: string, value: JsonValue, encoding: PartEncoding): Part {
  const structured = typeof value === 'object';
  const mediaType =
    firstConcrete(encoding.mediaType) ?? (structured ? 'application/json' : undefined);
  const text = isJson(mediaType) ? JSON.stringify(value) : toText(value);
  return { name, content: encode(text), ...(mediaType === undefined ? {} : { mediaType }) };
}

function isJson(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /[/+]json\b/i.test(mediaType);
}

/** An encoding may list several media types, with wildcards: `image/png, image/*`. */
function firstConcrete(mediaTypes: string | undefined): string | undefined {
  return mediaTypes
    ?.split(',')
    .map((mediaType) => mediaType.trim())
    .find(isMediaType);
}

function headOf(part: Part, boundary: string): string {
  const filename = part.filename === undefined ? '' : `; filename="${escapeName(part.filename)}"`;
  const type = part.mediaType === undefined ? '' : `Content-Type: ${part.mediaType}\r\n`;
  return (
    `--${boundary}\r\n` +
    `Content-Disposition: form-data; name="${escapeName(part.name)}"${filename}\r\n${type}\r\n`
  );
}

/** As HTML's "multipart/form-data encoding algorithm" escapes names. */
function escapeName(name: string): string {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

function chooseBoundary(parts: Part[]): string {
  const text = parts.map((part) => new TextDecoder().decode(part.content));
  let hash = 0x811c9dc5;
  for (const part of parts) {
    for (const byte of part.content) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  }
  for (let attempt = 0; ; attempt += 1) {
    const boundary = `part-${hash.toString(16).padStart(8, '0')}-${attempt}`;
    if (!text.some((content) => content.includes(`--${boundary}`))) return boundary;
  }
}

function encode(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
