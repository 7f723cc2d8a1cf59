import ipaddr from 'ipaddr.js';

import { fail, succeed, type Result } from '#app/platform/result.ts';

/** One network of one subscriber: IPv6 hands out 64 bits at least. */
const IPV6_PREFIX_GROUPS = 4;

/**
 * Reads a body of at most `maxBytes`. A body that announces more is refused unread; one that
 * announces a wrong length, or none, is dropped as soon as it exceeds the limit.
 */
export async function readBytes(
  message: Request | Response,
  maxBytes: number,
): Promise<Result<Uint8Array<ArrayBuffer>, { reason: 'tooLarge' }>> {
  const announced = Number(message.headers.get('content-length') ?? 0);
  if (announced > maxBytes) {
    // The rest of a request is drained at its end (`drainBody`): cancelling resets the connection.
    if (message instanceof Response) await message.body?.cancel();
    return fail({ reason: 'tooLarge' });
  }
  if (message instanceof Request && announced > 0) {
    // A connection gives a request no more than what it has announced.
    const bytes = new Uint8Array(await message.arrayBuffer());
    return bytes.byteLength > maxBytes ? fail({ reason: 'tooLarge' }) : succeed(bytes);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader: ReadableStreamDefaultReader<Uint8Array> | undefined = message.body?.getReader();
  for (let part = await reader?.read(); part?.value; part = await reader?.read()) {
    length += part.value.byteLength;
    if (length > maxBytes) {
      await reader?.cancel();
      return fail({ reason: 'tooLarge' });
    }
    chunks.push(part.value);
  }
  return succeed(join(chunks, length));
}

/**
 * Who to count a request for: the address, by /64 for IPv6. Without one (local development) all
 * callers count as one.
 */
export function addressKey(request: Request): string {
  const text = request.headers.get('cf-connecting-ip') ?? '';
  if (!ipaddr.isValid(text)) return 'local';
  const address = ipaddr.process(text);
  if (!(address instanceof ipaddr.IPv6)) return address.toString();
  const prefix = address.parts.slice(0, IPV6_PREFIX_GROUPS);
  return `${prefix.map((group) => group.toString(16)).join(':')}::/64`;
}

function join(chunks: Uint8Array[], length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, offset);
    offset += chunk.byteLength;
  }
  return bytes;
}
