import type { BodyContent } from '#app/runtime/definition.ts';
import { essenceOf } from '#app/runtime/media-type.ts';

export type BodyEncoding = BodyContent['encoding'];

const MEDIA_TYPE =
  /^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+(?:\s*;\s*[\w!#$&^.+*-]+=(?:[\w!#$&^.+*:/-]+|"[^"\r\n]*"))*\s*;?$/;

/** Text media types whose name does not say so. */
const TEXT =
  /^application\/(?:(?:x-)?(?:xml|yaml|ndjson|javascript|ecmascript|jsonlines|jsonl|toml|sh|csv|sql)|xml-dtd|graphql|json-seq|sparql-(?:query|update)|jwt|jose|ecmascript|x-pem-file|pem-certificate-chain)$/;

/** Whether a text is valid in a `Content-Type` or `Accept` header. */
export function fitsMediaHeader(text: string): boolean {
  return MEDIA_TYPE.test(text.trim());
}

export function carriesJson(mediaType: string): boolean {
  const essence = essenceOf(mediaType);
  return /^(?:application|text)\/(?:x-)?json$|\+json$/.test(essence);
}

/** Encoding of an argument as a body of this media type. */
export function encodingOf(mediaType: string): BodyEncoding {
  const essence = essenceOf(mediaType);
  if (carriesJson(essence)) return 'json';
  if (essence === 'application/x-www-form-urlencoded') return 'form';
  if (essence.startsWith('multipart/')) return 'multipart';
  if (
    essence.startsWith('text/') ||
    essence.endsWith('+xml') ||
    essence.endsWith('+yaml') ||
    TEXT.test(essence)
  ) {
    return 'text';
  }
  return 'binary';
}

/** A concrete media type for ranges such as `image/*`. */
export function toConcrete(mediaType: string, looksLikeJson: boolean): string {
  const essence = essenceOf(mediaType);
  if (!essence.includes('*')) return mediaType.trim().replace(/;$/, '');
  if (essence === 'application/*+json') return 'application/json';
  if (essence === 'text/*') return 'text/plain';
  if (essence === 'multipart/*') return 'multipart/form-data';
  const canBeJson = essence === '*/*' || essence === 'application/*';
  return canBeJson && looksLikeJson ? 'application/json' : 'application/octet-stream';
}
