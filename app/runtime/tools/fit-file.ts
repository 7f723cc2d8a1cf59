import type { HttpAction, Upstream } from '../definition.ts';
import type { ContentBlock, ToolResult, UpstreamResponse } from '../tool-context.ts';

/** Bytes of the envelope around a file in a result, without its URL, and of a note. */
const FRAME_BYTES = 700;

/** Origin of a file. */
interface FileOrigin {
  action: HttpAction;
  upstream: Upstream | undefined;
  response: UpstreamResponse;
  /** Its address, without credentials. */
  url: string;
}

/**
 * Replaces a file that is too large for a result: by a link, if it is public, and always by instructions to
 * get the file. Other results are returned unchanged.
 *
 * @param maxBytes of the whole result.
 */
export function fitFile(result: ToolResult, maxBytes: number, origin: FileOrigin): ToolResult {
  const [block] = result.content;
  const { response, url } = origin;
  const length = encodedLength(block);
  if (block === undefined || length + url.length + FRAME_BYTES <= maxBytes) return result;
  const size = response.body.length;
  const mimeType = typeOf(block);
  const name = fileName(response, url);
  const what = `The file ${name} (${mimeType ?? 'of unknown type'}, ${size} bytes) is not included: a result may have ${maxBytes} bytes, and it would take ${length}.`;
  const raise = `The operator of this server can raise maxResultBytes.`;
  if (!isPublic(origin)) {
    const how = `Ask for a smaller part or version of it. ${raise} With the credentials of the API it is at ${origin.action.method} ${url}`;
    return { content: [{ type: 'text', text: `${what} ${how}` }] };
  }
  const link = { uri: url, name, ...(mimeType === undefined ? {} : { mimeType }), size };
  return {
    content: [
      { type: 'resource_link', ...link },
      { type: 'text', text: `${what} It can be fetched at the link. ${raise}` },
    ],
  };
}

function encodedLength(block: ContentBlock | undefined): number {
  if (block?.type === 'image' || block?.type === 'audio') return block.data.length;
  return block?.type === 'resource' && 'blob' in block.resource ? block.resource.blob.length : 0;
}

function typeOf(block: ContentBlock): string | undefined {
  if (block.type === 'text') return undefined;
  return block.type === 'resource' ? block.resource.mimeType : block.mimeType;
}

/** Whether the client can fetch the file itself, so that a link is of use. */
function isPublic({ action, upstream, url }: FileOrigin): boolean {
  const security = action.security ?? upstream?.security ?? [];
  const isOpen = security.length === 0 || security.some((schemes) => schemes.length === 0);
  const sent = [...action.parameters, ...(action.constants ?? [])];
  const isBare = sent.every((one) => one.in !== 'header' && one.in !== 'cookie');
  return action.method === 'GET' && isOpen && isBare && url.startsWith('https://');
}

/** Name from `Content-Disposition` (RFC 6266), or the end of its URL. */
function fileName({ headers }: UpstreamResponse, url: string): string {
  const header = headers.find(([name]) => name.toLowerCase() === 'content-disposition')?.[1] ?? '';
  const encoded = /filename\*\s*=\s*utf-8''([^;]+)/i.exec(header)?.[1];
  const plain = /filename\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(header);
  const path = URL.canParse(url) ? new URL(url).pathname.split('/').at(-1) : '';
  const named = decode(encoded) ?? plain?.[1] ?? plain?.[2] ?? decode(path) ?? '';
  // Only a name: no path, and no characters that names do not have.
  const clean = named
    .replace(/^.*[/\\]/, '')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .slice(0, 200);
  return clean === '' ? 'file' : clean;
}

function decode(text: string | undefined): string | undefined {
  try {
    return text === undefined ? undefined : decodeURIComponent(text.trim());
  } catch {
    return undefined;
  }
}
