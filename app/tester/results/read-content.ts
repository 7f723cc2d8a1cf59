import type { JsonObject, JsonValue } from '#app/runtime/definition.ts';
import { isJsonObject } from '#app/runtime/json.ts';

/** The contents of a resource: text, or bytes as base64. */
export interface ResourceContents {
  uri: string;
  mimeType: string | null;
  text: string | null;
  base64: string | null;
}

/** A content block of a result, a prompt or a sampling message; `other` is what no revision defines. */
export type ContentPart =
  | { kind: 'text'; text: string }
  | { kind: 'media'; media: 'image' | 'audio'; base64: string; mimeType: string }
  | {
      kind: 'link';
      uri: string;
      name: string;
      description: string | null;
      mimeType: string | null;
      bytes: number | null;
    }
  | { kind: 'resource'; contents: ResourceContents }
  | { kind: 'other'; block: JsonValue };

/** Reads a block as far as it keeps to the protocol. */
export function readContent(block: JsonValue): ContentPart {
  const other: ContentPart = { kind: 'other', block };
  if (!isJsonObject(block)) return other;
  const { type, data, resource } = block;
  switch (type) {
    case 'text':
      return typeof block['text'] === 'string' ? { kind: 'text', text: block['text'] } : other;
    case 'image':
    case 'audio':
      if (typeof data !== 'string') return other;
      return {
        kind: 'media',
        media: type,
        base64: data,
        mimeType: textOf(block, 'mimeType') ?? '',
      };
    case 'resource_link':
      return readLink(block) ?? other;
    case 'resource':
      return isJsonObject(resource)
        ? { kind: 'resource', contents: readContents(resource) }
        : other;
    default:
      return other;
  }
}

function readLink(block: JsonObject): ContentPart | null {
  const uri = textOf(block, 'uri');
  if (uri === null) return null;
  const { size } = block;
  return {
    kind: 'link',
    uri,
    name: textOf(block, 'title') ?? textOf(block, 'name') ?? uri,
    description: textOf(block, 'description'),
    mimeType: textOf(block, 'mimeType'),
    bytes: typeof size === 'number' ? size : null,
  };
}

/** Reads one entry of `contents` of `resources/read`, or of an embedded resource. */
export function readContents(resource: JsonObject): ResourceContents {
  return {
    uri: textOf(resource, 'uri') ?? '',
    mimeType: textOf(resource, 'mimeType'),
    text: textOf(resource, 'text'),
    base64: textOf(resource, 'blob'),
  };
}

function textOf(object: JsonObject, name: string): string | null {
  const value = object[name];
  return typeof value === 'string' ? value : null;
}
