/** A request as it left, in a form that can be compared. */
export interface SentRequest {
  method: string;
  /** Origin and path. */
  address: string;
  /** As it was written, in its order. */
  query: [name: string, value: string | null][];
  /** Names in small letters. */
  headers: Map<string, string>;
  body: Uint8Array;
}

/** Takes a request apart. */
export function toSentRequest(
  method: string,
  url: string,
  headers: Iterable<[name: string, value: string]>,
  body: Uint8Array,
): SentRequest {
  const [withoutHash = ''] = url.split('#');
  const [address = '', ...rest] = withoutHash.split('?');
  return {
    method: method.toUpperCase(),
    address,
    query: rest.join('?') === '' ? [] : rest.join('?').split('&').map(toPair),
    headers: new Map([...headers].map(([name, value]) => [name.toLowerCase(), value])),
    body,
  };
}

function toPair(text: string): [string, string | null] {
  const at = text.indexOf('=');
  return at === -1 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

/** One part of a multipart body. */
export interface SentPart {
  name: string;
  filename: string | null;
  mediaType: string | null;
  content: string;
}

/** The parts of a multipart body (RFC 7578), each byte of the contents as one character. */
export function readParts(body: Uint8Array, contentType: string): SentPart[] {
  const boundary = /boundary="?([^";]+)"?/.exec(contentType)?.[1] ?? '';
  const text = Buffer.from(body).toString('latin1');
  return text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((raw: string) => {
      const end = raw.indexOf('\r\n\r\n');
      const head = Buffer.from(raw.slice(0, end), 'latin1').toString('utf8');
      return {
        name: /[; ]name="([^"]*)"/i.exec(head)?.[1] ?? '',
        filename: /filename="([^"]*)"/i.exec(head)?.[1] ?? null,
        mediaType: /content-type: *([^\r\n]*)/i.exec(head)?.[1] ?? null,
        content: raw.slice(end + 4, -2),
      };
    });
}
